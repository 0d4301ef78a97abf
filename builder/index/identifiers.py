"""A release's schema and Specification -> its identifiers, each with its shape: what a change of it changes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from builder.editions import Kind
from builder.index.reports import tells_of_others
from builder.index.sections import sections
from builder.pages.definitions import Schema
from builder.pages.page import Edition, Page

# What a name ends in that belongs to a method, and says nothing else.
SUFFIXES = ("RequestParams", "NotificationParams", "ResultResponse", "Request", "Notification", "Result")

# What a code span holds that is a header: a name in the form of HTTP's, or "Name: value".
_HEADER = re.compile(r"(?<![`\w])`([A-Z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+)(?::[^`\n]*)?`(?!`)")
# A name without a hyphen is one where the text says so.
_CALLED = re.compile(r"(?<![`\w])`([A-Z][a-z]+)(?::[^`\n]*)?`(?!`)\s+(?:HTTP\s+)?headers?\b")
# "Mcp-Param-{name}": others that begin so are examples of it.
_PATTERN = re.compile(r"(?<![`\w])`([A-Z][A-Za-z0-9]*-(?:[A-Za-z0-9]+-)*)[{<][^`\n]*`(?!`)")
# JSON-RPC 2.0 reserves -32768 to -32000 for errors. The ends of a range are no codes.
_ERROR = re.compile(r"(?<![\w.-])-32[0-7]\d\d\b")
_RANGE = re.compile(r"-32[0-7]\d\d`?\s*(?:to|through|and|–|\.\.+)\s*`?-32[0-7]\d\d\b")


class IdentifierKind(StrEnum):
    METHOD = "method"
    NOTIFICATION = "notification"
    HEADER = "header"
    ERROR = "error code"
    CLIENT_CAPABILITY = "client capability"
    SERVER_CAPABILITY = "server capability"
    TYPE = "schema type"


@dataclass(frozen=True)
class Identifier:
    kind: IdentifierKind
    name: str  # "tools/call", "-32602", "elicitation.form"
    other: str  # the name of the same in another place: the type of a method, the constant of a code; else ""


Found = dict[Identifier, Any]  # with its shape, which compares equal where nothing changed


@dataclass(frozen=True)
class Known:
    """What is known of a collection before one of its releases is read."""

    headers: Mapping[str, str]  # that any release names: by lower-case name, as the newest writes it
    releases: frozenset[str]  # names


def known(editions: Sequence[Edition]) -> Known:
    """Of releases that follow each other, oldest first."""
    names: dict[str, str] = {}
    patterns = set[str]()
    for edition in editions:
        for page in _specification(edition):
            patterns.update(match[1].lower() for match in _PATTERN.finditer(page.body))
            for match in (*_HEADER.finditer(page.body), *_CALLED.finditer(page.body)):
                names[match[1].lower()] = match[1]
    headers = {key: name for key, name in names.items() if not any(key.startswith(start) for start in patterns)}
    return Known(headers, frozenset(edition.id.release for edition in editions))


def identifiers(edition: Edition, common: Set[str], collection: Known) -> Found:
    """All identifiers of a release.

    `common` are the types that the release compared with has as well: any other is taken for a part of what refers
    to it, so that a type that got a name of its own is no change.
    """
    found: Found = {}
    if edition.schema:
        shapes = _Shapes(edition.schema.types, common)
        found |= _methods(edition.schema, shapes)
        found |= _capabilities(edition.schema, shapes)
        found |= {Identifier(IdentifierKind.TYPE, name, ""): shapes.of(name) for name in edition.schema.types}
    own = _Blocks(edition, collection.releases)
    return found | _errors(edition.schema, own) | _headers(own, collection.headers)


def _specification(edition: Edition) -> list[Page]:
    return [page for page in edition.pages if page.kind is Kind.SPECIFICATION and not tells_of_others(page.path)]


class _Shapes:
    """What there is to a type, without words for people and ways of writing the same."""

    def __init__(self, types: Mapping[str, Any], common: Set[str]) -> None:
        self._types, self._common = types, common

    def of(self, name: str) -> Any:
        return self.shape(self._types[name], (name,))

    def shape(self, node: Any, inside: tuple[str, ...] = ()) -> Any:
        if isinstance(node, list):
            return sorted((self.shape(item, inside) for item in node), key=lambda v: json.dumps(v, sort_keys=True))
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            name = str(node["$ref"]).rpartition("/")[2]
            if name in self._common or name in inside or name not in self._types:
                return {"$ref": name}
            return self.shape(self._types[name], (*inside, name))
        shape: dict[str, Any] = {}
        for key, value in node.items():
            if key == "properties":
                shape[key] = {name: self.shape(one, inside) for name, one in value.items()}
            elif key == "const":
                shape["enum"] = [value]
            elif key not in ("description", "title", "examples"):
                shape[key] = self.shape(value, inside)
        if shape.get("additionalProperties") in ({}, True):
            del shape["additionalProperties"]
        if not shape.get("properties", True):
            del shape["properties"]
        return shape


def _methods(schema: Schema, shapes: _Shapes) -> Found:
    """Types with a property `method` that can have one value, with what they carry and what answers them."""
    found: Found = {}
    for name, node in schema.types.items():
        own = node.get("properties", {})
        method = own.get("method", {}).get("const")
        if not isinstance(method, str) or any(other.name == method for other in found):
            continue
        kind = IdentifierKind.NOTIFICATION if name.endswith("Notification") else IdentifierKind.METHOD
        answer = name.removesuffix("Request") + "Result"
        parts = [shapes.shape(own.get("params"), (name,))]
        if kind is IdentifierKind.METHOD and answer in schema.types:
            parts.append(shapes.of(answer))
        found[Identifier(kind, method, name)] = parts
    return found


def _capabilities(schema: Schema, shapes: _Shapes) -> Found:
    """The properties of `ClientCapabilities` and `ServerCapabilities`, and theirs: `elicitation.form`."""
    found: Found = {}
    for kind in (IdentifierKind.CLIENT_CAPABILITY, IdentifierKind.SERVER_CAPABILITY):
        type_name = kind.split()[0].capitalize() + "Capabilities"
        for name, node in _properties(schema.types.get(type_name, {})):
            found[Identifier(kind, name, "")] = shapes.shape(node)
    return found


def _properties(node: Mapping[str, Any], start: str = "") -> Iterator[tuple[str, Any]]:
    for name, inner in node.get("properties", {}).items():
        yield start + name, inner
        yield from _properties(inner, f"{start}{name}.")


class _Blocks:
    """The pieces of text that tell of a release itself: none that names another one, or is about others."""

    def __init__(self, edition: Edition, releases: Set[str]) -> None:
        others = releases - {edition.id.release}
        named = _naming(others)
        self._own = _naming({edition.id.release})
        self._texts = [
            block
            for page in _specification(edition)
            for section in sections(page)
            if not tells_of_others(page.path, section.headings)
            for block in section.blocks
            if not (others and named.search(block))
        ]

    def with_any(self, pattern: re.Pattern[str], cut: re.Pattern[str] | None = None) -> dict[str, list[str]]:
        """By what `pattern` finds, in lower case, once what `cut` finds is gone: the texts that hold it, sorted, but
        for those that name the release, which differ from the next release's in that alone."""
        found: dict[str, set[str]] = {}
        for text in self._texts:
            for match in pattern.finditer(cut.sub("", text) if cut else text):
                found.setdefault(match[0].lower(), set()).add("" if self._own.search(text) else text)
        return {name: sorted(texts - {""}) for name, texts in sorted(found.items())}


def _naming(releases: Set[str]) -> re.Pattern[str]:
    """What names one of the releases. `"jsonrpc": "2.0"` does not, whatever they are called."""
    return re.compile(rf"(?<!\"jsonrpc\": \")(?<![\w.])(?:{'|'.join(map(re.escape, sorted(releases)))})(?!\w)")


def _errors(schema: Schema | None, blocks: _Blocks) -> Found:
    """Numbers that JSON-RPC reserves for errors: those that the schema names, and those that pages tell of."""
    names = {str(number): name for name, number in (schema.numbers if schema else {}).items()}
    said = blocks.with_any(_ERROR, cut=_RANGE)
    codes = {code for code in names if _ERROR.fullmatch(code)} | set(said)
    return {Identifier(IdentifierKind.ERROR, code, names.get(code, "")): said.get(code, []) for code in sorted(codes)}


def _headers(blocks: _Blocks, names: Mapping[str, str]) -> Found:
    """Those of the headers that the release speaks of, in any spelling where a hyphen tells them from words."""
    if not names:
        return {}
    written = "|".join(re.escape(n) if "-" not in n else f"(?i:{re.escape(n)})" for n in names.values())
    said = blocks.with_any(re.compile(rf"(?<![\w-])(?:{written})(?![\w-])"))
    return {Identifier(IdentifierKind.HEADER, names[key], ""): texts for key, texts in said.items()}
