"""As much of JavaScript as is needed to find where an expression or a module block ends.

MDX hands both to a JavaScript parser. Here brackets are counted outside strings, templates,
comments and regular expressions; text between JSX tags may hold single quotes, so a quote
that its line does not close is no string.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""(?<!:)//[^\n]*|/\*[\s\S]*?\*/|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|[`{}()\[\]/]|\n[ \t]*(?=\n)"""
)
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_TEMPLATE = re.compile(r"\\[\s\S]|`|\$\{")
_BEFORE_REGEX = re.compile(r"(?:^|[(=,:\[!&|?{};>]|\breturn)\s*$")
_STRING = re.compile(
    r"""\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\$]|\\.)*)`|(-?\d+(?:\.\d+)?|true|false))\s*$"""
)
_STRINGS = re.compile(r""""((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'""")


def end_of_braces(source: str, start: int) -> int:
    """Behind the brace that closes the one at `start`, or -1 if none does."""
    return _walk(source, start, stop_at_blank=False)


def end_of_module(source: str, start: int) -> int:
    """Where a block of imports and exports ends: the first blank line outside all brackets, or the end."""
    end = _walk(source, start, stop_at_blank=True)
    if end >= 0:
        return end
    # Something was misread: the block ends with the first closing bracket that begins a line and ends a paragraph.
    closing = re.compile(r"(?m)^[})\]]+;?[ \t]*$(?=\n[ \t]*\n|\n?\Z)").search(source, start)
    return closing.end() if closing else len(source)


def literal(source: str) -> str | None:
    """The value of an expression that is a string, a number or a truth value, as text; None for any other."""
    match = _STRING.match(source)
    if not match:
        return None
    value = next(group for group in match.groups() if group is not None)
    return value if match[4] else re.sub(r"\\(.)", r"\1", value)


def strings(source: str) -> list[str]:
    """The string literals in an expression, such as those of an array."""
    return [re.sub(r"\\(.)", r"\1", m[1] if m[1] is not None else m[2]) for m in _STRINGS.finditer(source)]


def _walk(source: str, start: int, stop_at_blank: bool) -> int:
    depth, position = 0, start
    while match := _TOKEN.search(source, position):
        token, position = match[0], match.end()
        if token == "`":
            position = _end_of_template(source, position)
        elif token == "/":
            if _BEFORE_REGEX.search(source, max(start, match.start() - 20), match.start()):
                literal_regex = _REGEX.match(source, match.start())
                position = literal_regex.end() if literal_regex else position
        elif token in "{([":
            depth += 1
        elif token in "})]":
            depth -= 1
            if depth == 0 and not stop_at_blank:
                return position
        elif token[0] == "\n" and stop_at_blank and depth == 0:
            return match.start()
        if position < 0:
            return -1
    return len(source) if stop_at_blank and depth == 0 else -1


def _end_of_template(source: str, position: int) -> int:
    while match := _TEMPLATE.search(source, position):
        position = match.end()
        if match[0] == "`":
            return position
        if match[0] == "${":
            position = end_of_braces(source, position - 1)
            if position < 0:
                return -1
    return -1
