"""What a release's schema files define: types from JSON Schema, named numbers from TypeScript."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from builder.sources.snapshot import Snapshot, SnapshotError

_CONSTANT = re.compile(r"^export const (\w+)\s*(?::\s*number\s*)?=\s*(-?\d+)\s*;", re.M)


@dataclass(frozen=True)
class Schema:
    types: Mapping[str, Any] = field(default_factory=dict)  # by name: its JSON Schema
    numbers: Mapping[str, int] = field(default_factory=dict)  # by name, such as those of error codes


def read_schema(snapshot: Snapshot, folder: str) -> Schema | None:
    """The schema in a folder, from schema.json and schema.ts; None where it has neither.

    Raises SnapshotError where schema.json is not a JSON Schema with definitions.
    """
    names = {name for name in ("schema.json", "schema.ts") if f"{folder}/{name}" in snapshot.files}
    if not names:
        return None
    types: dict[str, Any] = {}
    if "schema.json" in names:
        try:
            whole = json.loads(snapshot.text(f"{folder}/schema.json"))
            types = whole["$defs"] if "$defs" in whole else whole["definitions"]  # drafts 2020-12 and 7
        except (ValueError, KeyError, TypeError) as error:
            raise SnapshotError(
                f"{folder}/schema.json of {snapshot.source} at {snapshot.revision[:12]} is no JSON Schema with "
                f"definitions ({error!r}). Mirror again, or report it upstream."
            ) from None
    numbers = _CONSTANT.findall(snapshot.text(f"{folder}/schema.ts")) if "schema.ts" in names else []
    return Schema(dict(sorted(types.items())), {name: int(number) for name, number in numbers})
