"""Processes that share out work end with the one that started them, however that ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.conftest import PROJECT
from tests.publish.kills import alive

SCRIPT = """
import time
from builder.workers import pool

if __name__ == "__main__":
    with pool(2) as processes:
        for _ in processes.map(time.sleep, [0, 0]):
            print("at work", flush=True)
        list(processes.map(time.sleep, [600, 600]))
"""


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    parent = subprocess.Popen(
        [sys.executable, tmp_path / "script.py"],
        stdout=subprocess.PIPE, start_new_session=True, env={"PYTHONPATH": str(PROJECT)},
    )  # fmt: skip
    assert parent.stdout and parent.stdout.readline() == b"at work\n"
    assert len(alive(parent.pid)) >= 3
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    until = time.monotonic() + 30
    while alive(parent.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert alive(parent.pid) == []
