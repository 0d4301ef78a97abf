"""Where upstream is: the real hosts, or others that the environment names."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Hosts:
    """Base addresses, without a slash at the end."""

    github_api: str = "https://api.github.com"
    codeload: str = "https://codeload.github.com"
    docs: str = ""  # instead of a source's own `upstream`, where given

    @classmethod
    def of(cls, environment: Mapping[str, str] = os.environ) -> Hosts:
        """STRATA_GITHUB_API, STRATA_CODELOAD and STRATA_DOCS, where they are set."""
        return cls(
            environment.get("STRATA_GITHUB_API", cls.github_api).rstrip("/"),
            environment.get("STRATA_CODELOAD", cls.codeload).rstrip("/"),
            environment.get("STRATA_DOCS", cls.docs).rstrip("/"),
        )
