"""stdin and stdout as the protocol has them: one JSON-RPC message a line, and nothing else.

What is no message is answered here with an error: the SDK drops it, and its sender would wait for ever.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import Any, BinaryIO

# A call of ours is a few kilobytes: what is longer is no call.
_LONGEST_LINE = 4_000_000
_DEEPEST = 60  # levels of nesting; the SDK's parser gives up at 200
PARSE_ERROR, INVALID_REQUEST = -32700, -32600

Message = dict[str, Any]


class Wire:
    """Reads `source` in a thread of its own from the first moment, so that nobody waits to be heard."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink = source, sink
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._writing = threading.Lock()
        threading.Thread(target=self._read, daemon=True, name="stdin").start()

    @classmethod
    def of_process(cls) -> Wire:
        """This process's stdin and stdout. What anyone else prints goes to stderr from here on."""
        source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        return cls(source, sink)

    def take(self, timeout: float | None = None) -> str | None:
        """The next message, None at the end; raises queue.Empty after `timeout` seconds."""
        return self._lines.get(timeout=timeout)

    def send(self, line: str) -> None:
        with self._writing:
            self._sink.write(line.encode() + b"\n")
            self._sink.flush()

    def _read(self) -> None:
        try:
            while raw := self._source.readline(_LONGEST_LINE):
                whole = raw.endswith(b"\n") or len(raw) < _LONGEST_LINE
                while not raw.endswith(b"\n") and (more := self._source.readline(_LONGEST_LINE)):
                    raw = more[-1:]
                if not whole:
                    self._refuse(None, PARSE_ERROR, f"A message may have {_LONGEST_LINE:,} bytes at most.")
                elif raw.strip():
                    self._check(raw)
        except (OSError, ValueError):  # the other side has gone, or the stream was closed
            pass
        self._lines.put(None)

    def _check(self, raw: bytes) -> None:
        try:
            line = raw.decode().strip()
            message = json.loads(line, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            self._refuse(None, PARSE_ERROR, f"This is no JSON in UTF-8: {error}.")
            return
        fault = _fault(message)
        if fault:
            given = message.get("id") if isinstance(message, dict) else None
            self._refuse(given if _is_id(given) else None, INVALID_REQUEST, fault)
        else:
            self._lines.put(line)

    def _refuse(self, id: str | int | None, code: int, message: str) -> None:
        self.send(json.dumps({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}))


def _fault(message: object) -> str:
    """What makes it no JSON-RPC message, in words; "" if it is one."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return 'A message is a JSON object with "jsonrpc": "2.0"; batches are not taken.'
    if "id" in message and not _is_id(message["id"]):
        return "id must be a string or a whole number."
    if "method" in message:
        if not isinstance(message["method"], str):
            return "method must be a string."
        if not isinstance(message.get("params", {}), dict):
            return "params must be an object."
    elif "id" not in message or not ("result" in message or "error" in message):
        return "A message has a method, or an id with a result or an error."
    if not _depth_is_at_most(message, _DEEPEST):
        return f"Nesting is deeper than {_DEEPEST} levels."
    try:
        json.dumps(message, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return "There is half of a surrogate pair, which is no character."
    return ""


def _is_id(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _depth_is_at_most(value: object, depth: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return depth > 0 and all(_depth_is_at_most(one, depth - 1) for one in inner)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
