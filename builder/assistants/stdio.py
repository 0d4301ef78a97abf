"""Serving over stdio from the first millisecond: greet, while the SDK loads; then let it take over."""

from __future__ import annotations

import logging
import queue
import sys
import threading

from builder.assistants.greeting import Greeting
from builder.assistants.library import Library
from builder.assistants.wire import Wire

_GLANCE = 0.02  # seconds between two looks at whether the SDK is there


def serve(library: Library) -> None:
    """Serves this process's client until it goes. stdout belongs to the protocol, logs go to stderr."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="strata mcp: %(levelname)s %(message)s")
    wire = Wire.of_process()
    loading = threading.Thread(target=_load, daemon=True, name="loading the SDK")
    loading.start()
    heard = greet(wire, loading)
    if heard is None:
        return
    from builder.assistants.server import run

    run(library, wire, heard)


def greet(wire: Wire, loading: threading.Thread) -> list[str] | None:
    """Answers what it can until `loading` has ended or something else is asked; returns what the SDK must hear.

    None if the client has gone.
    """
    greeting = Greeting()
    while loading.is_alive():
        try:
            line = wire.take(timeout=_GLANCE)
        except queue.Empty:
            continue
        if line is None:
            return None
        answer = greeting.answer(line)
        if answer is False:
            return [*greeting.repeat, line]
        if answer:
            wire.send(answer)
    return greeting.repeat


def _load() -> None:
    import builder.assistants.server  # noqa: F401  # for its effect: the modules are there when they are needed
