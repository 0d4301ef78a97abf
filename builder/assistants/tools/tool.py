"""What a tool is: its description for assistants, what it takes and gives, and the function that does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from builder.assistants.parameters import Parameter

if TYPE_CHECKING:
    from builder.assistants.opened import Opened

Schema = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What a tool answers: text for the assistant to read, and the same as data of the tool's output schema."""

    text: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Tool:
    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    output: Schema
    run: Callable[[Opened, Mapping[str, Any]], Reply]  # with arguments that were checked


def record(description: str = "", **properties: Schema) -> Schema:
    """The schema of an object all of whose properties are always there."""
    about = {"description": description} if description else {}
    return {"type": "object", **about, "properties": properties, "required": list(properties)}


def strings(description: str) -> Schema:
    return {"type": "array", "items": {"type": "string"}, "description": description}


def string(description: str) -> Schema:
    return {"type": "string", "description": description}


def integer(description: str) -> Schema:
    return {"type": "integer", "description": description}


def number(description: str) -> Schema:
    return {"type": "number", "description": description}


def or_null(schema: Schema) -> Schema:
    return schema | {"type": [schema["type"], "null"]}
