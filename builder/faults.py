"""What a reader of the command line can do about faults of the machine."""

from __future__ import annotations

import errno
from concurrent.futures import BrokenExecutor

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)


def explained(error: Exception) -> str:
    """One line for a full disk, a missing permission, a process ended from outside; empty for any other error."""
    if isinstance(error, BrokenExecutor):
        return "A process that shared the work was ended from outside, perhaps for want of memory. Run this again."
    if not isinstance(error, OSError):
        return ""
    said = str(error)  # shutil.Error holds the errors of many files as text only
    if any(f"[Errno {number}]" in said for number in _NO_ROOM):
        return (
            f"There is no room left to write: {_first(error)}. What was there before is as it was. Make room (`strata "
            "clean` removes what is no longer needed, `strata clean --dry-run` shows it) and run this again."
        )
    if any(f"[Errno {number}]" in said for number in _NOT_ALLOWED):
        return f"Something may not be written or read: {_first(error)}. Change who may, or name another folder."
    return ""


def _first(error: OSError) -> str:
    if error.strerror:
        return f"{error.strerror}{f', {error.filename}' if error.filename else ''}"
    return str(error.args[0][0][-1])  # of shutil.Error: (from, to, why) a file
