"""The search's modules, joined: a reader who opens it fetches one file for the page and one for the worker, not thirty.

The sources run as they are, too: each entry is replaced by a file of the same name that imports nothing, in the same
folder, so that addresses relative to a module stay right.
"""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

from builder.errors import StrataError
from builder.site.assets import package_file

SEARCH = "assets/javascripts/search"
# What something loads by its address: the trigger, a page, `new Worker`.
_ON_PAGES = ("dialog.js", "page.js")
_ELSEWHERE = ("highlight.js", "service.js", "worker.js", "encoder-worker.js")
# A page asks for it only where workers are blocked.
_LATER = "--external:./service.js"


class BundleError(StrataError):
    """The modules of the search cannot be joined."""


def bundle(project: Path, out: Path) -> None:
    """Replaces the entries in the built site `out`."""
    folder = out / SEARCH
    program = package_file(project, "esbuild/bin/esbuild")
    how = ("--bundle", "--format=esm", "--minify", "--target=es2022", "--charset=utf8", "--log-level=warning")
    for arguments in ((*_ON_PAGES, _LATER), _ELSEWHERE):
        done = subprocess.run(
            [program, *arguments, *how, "--outdir=.", "--allow-overwrite"],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if "no space left on device" in done.stderr:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
        if done.returncode or done.stderr:
            raise BundleError(f"The modules in {folder} cannot be joined: {done.stderr.strip()}")
