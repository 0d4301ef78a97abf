"""What a tool takes: one description that becomes both its JSON Schema and the check of a call's arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from builder.assistants.refusals import Refusal, shown, unknown


@dataclass(frozen=True)
class Text:
    name: str
    description: str
    longest: int = 300  # characters
    choices: tuple[str, ...] = ()
    default: str | None = None
    required: bool = False

    def schema(self) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "string", "description": self.description, "maxLength": self.longest}
        if self.required:
            found["minLength"] = 1
        if self.choices:
            found = {"type": "string", "description": self.description, "enum": list(self.choices)}
        if self.default is not None:
            found["default"] = self.default
        return found

    def read(self, value: object) -> str:
        if not isinstance(value, str):
            raise Refusal(f"{self.name} is {shown(value)}, expected a string.")
        if len(value) > self.longest:
            raise Refusal(
                f"{self.name} has {len(value):,} characters, at most {self.longest:,} are allowed: shorten it."
            )
        if self.required and not value.strip():
            raise Refusal(f"{self.name} is empty: {self.description}")
        if self.choices and value and value not in self.choices:
            raise unknown(self.name, value, self.choices)
        return value


@dataclass(frozen=True)
class Number:
    name: str
    description: str
    least: int
    most: int
    default: int | None = None
    required: bool = False

    def schema(self) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "integer", "description": self.description}
        found |= {"minimum": self.least, "maximum": self.most}
        return found | ({} if self.default is None else {"default": self.default})

    def read(self, value: object) -> int:
        whole = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
        if not whole or not self.least <= value <= self.most:  # type: ignore[operator]  # a number, if whole
            raise Refusal(f"{self.name} is {shown(value)}, expected a whole number from {self.least} to {self.most:,}.")
        return int(value)  # type: ignore[call-overload, no-any-return]  # a number, as checked


@dataclass(frozen=True)
class Names:
    """A list of short strings."""

    name: str
    description: str
    most: int = 20
    longest: int = 60
    default: tuple[str, ...] = ()
    required: bool = False

    def schema(self) -> dict[str, Any]:
        items = {"type": "string", "maxLength": self.longest}
        return {"type": "array", "description": self.description, "items": items, "maxItems": self.most}

    def read(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Refusal(f"{self.name} is {shown(value)}, expected a list of strings.")
        if len(value) > self.most:
            raise Refusal(f"{self.name} has {len(value):,} entries, at most {self.most} are allowed.")
        return tuple(value)


Parameter = Text | Number | Names


def schema(parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments."""
    found: dict[str, Any] = {
        "type": "object",
        "properties": {parameter.name: parameter.schema() for parameter in parameters},
        "additionalProperties": False,
    }
    required = [parameter.name for parameter in parameters if parameter.required]
    return found | ({"required": required} if required else {})


def read(parameters: Sequence[Parameter], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """A call's arguments, all of them present; raises Refusal for what the schema does not allow.

    null, and an empty string where one may be left out, count as left out: clients send them for what they do not use.
    """
    names = [parameter.name for parameter in parameters]
    for name in arguments:
        if name not in names:
            raise unknown("argument", name, names)
    found: dict[str, Any] = {}
    for parameter in parameters:
        value = arguments.get(parameter.name)
        if value is None or (value == "" and not parameter.required):
            if parameter.required:
                raise Refusal(f"{parameter.name} is missing: {parameter.description}")
            found[parameter.name] = parameter.default
        else:
            found[parameter.name] = parameter.read(value)
    return found
