"""MDX with its JSX struck out line by line, so that a CommonMark parser that knows no JSX can read it.

Crude on purpose, and without a line of builder/pages: it is there to disagree with it where that is wrong.
"""

from __future__ import annotations

import re

_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
# What docs.langchain.com puts above and below every page it serves as Markdown, and its title.
_SERVED = re.compile(r"\A> ## Documentation Index\n(?:> .*\n)*\n# .*\n")
_FOOTER = re.compile(r'\n<div className="source-links">\n.*\Z', re.DOTALL)
_VALUE = r"\"[^\"]*\"|'[^']*'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_NAME = r"(?:[A-Z][\w.]*|div|p|section|center|figure|img|iframe)"
_TAG = re.compile(rf"<(?P<end>/?)(?P<name>{_NAME})(?P<rest>(?:{_VALUE}|[^<>\"'{{}}])*?)(?P<self>/?)>")
_OPEN = re.compile(rf"<{_NAME}(?:\s(?:{_VALUE}|[^<>\"'{{}}])*)?(?:[\"'{{][^>]*)?$")
_SCRIPT = re.compile(r"(?:import|export)\s(?:.*from ['\"]|(?:const|default|function)\b)")
_FENCE = re.compile(r"^[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?P<marks>`{3,}|~{3,})(?P<info>[^`]*)$")
_MARK = re.compile(r"[ \t]*(?:(?:#|//|--|/\*|<!--)[ \t]*)?\[!code [^\]]*\](?:[ \t]*(?:\*/|-->))?[ \t]*$")
_COMMENT = re.compile(r"\{/\*.*?\*/\}", re.DOTALL)
_ATTRIBUTE = re.compile(rf"([\w-]+)=({_VALUE})")


def plain(source: str) -> str:
    lines = _SERVED.sub("", _FOOTER.sub("", _FRONT.sub("", source))).split("\n")
    return "\n".join(_without_tags(_without_scripts(lines)))


def _without_scripts(lines: list[str]) -> list[str]:
    """Without `import` and `export` at the left margin, and comments."""
    kept: list[str] = []
    fence = ""
    skipping = comment = False
    for line in lines:
        if skipping:
            skipping = line.rstrip() not in ("};", "];", ");")
            continue
        if comment:
            comment = "*/}" not in line
            kept.append(line.partition("*/}")[2])
            continue
        fence = _fence(line, fence)
        if not fence and _SCRIPT.match(line):
            skipping = not line.rstrip().endswith((";", "'", '"')) or line.rstrip().endswith(("{", "(", "["))
            continue
        if not fence:
            line = _COMMENT.sub("", line)
            if "{/*" in line:
                comment, line = True, line.partition("{/*")[0]
        kept.append(line)
    return kept


def _fence(line: str, fence: str) -> str:
    """The marks of the fence that is open after this line."""
    if fence:
        closes = re.fullmatch(rf"[ \t]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*", line)
        return "" if closes else fence
    match = _FENCE.match(line)
    return match["marks"] if match else ""


def _without_tags(lines: list[str]) -> list[str]:
    """Without tags; what stands in a component loses what it is indented by."""
    kept: list[str] = []
    shifts: list[tuple[str, int]] = []
    fence, at, inside = "", 0, 0
    while at < len(lines):
        line = lines[at]
        at += 1
        shift = shifts[-1][1] if shifts else 0
        was, fence = fence, _fence(line, fence)
        if fence and not was:  # its text loses what its opening loses
            inside = min(shift, len(line) - len(line.lstrip(" ")))
        if was or fence:
            kept.append(_MARK.sub("", _shifted(line, inside)))
            continue
        line = _shifted(line, shift)
        while _OPEN.search(_code_masked(line)) and at < len(lines):
            line += " " + lines[at].strip()
            at += 1
        alone = line.strip()
        tags = list(_TAG.finditer(_code_masked(alone)))
        whole = bool(tags) and not _TAG.sub("", _code_masked(alone)).strip()
        kept.append(_said(line))
        for tag in tags if whole else ():
            if tag["self"]:
                continue
            if tag["end"]:
                while shifts and shifts.pop()[0] != tag["name"]:
                    pass
                continue
            shift = shifts[-1][1] if shifts else 0
            inner = next((other for other in lines[at:] if other.strip()), "")
            column = len(_shifted(inner, shift)) - len(_shifted(inner, shift).lstrip())
            own = len(line) - len(line.lstrip())
            shifts.append((tag["name"], shift + max(0, column - own)))
        if whole:
            kept.append("")
    return kept


def _shifted(line: str, shift: int) -> str:
    return line[min(shift, len(line) - len(line.lstrip(" "))) :]


def _code_masked(line: str) -> str:
    """Code spans blanked out, at the same length."""
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", lambda match: "x" * len(match[0]), line)


def _said(line: str) -> str:
    """A line with its tags struck out: a card with an address is a link."""
    masked = _code_masked(line)
    parts, at = [], 0
    for tag in _TAG.finditer(masked):
        parts.append(line[at : tag.start()])
        at = tag.end()
        values = {name: value.strip("\"'{}") for name, value in _ATTRIBUTE.findall(tag["rest"])}
        if tag["name"] == "iframe" and not tag["end"]:
            parts.append(f"[{values.get('title', values.get('src'))}](<{values.get('src')}>)")
        if tag["name"] in ("Card", "Tile") and not tag["end"] and values.get("href"):
            title = values.get("title", values["href"]).replace("[", "\\[").replace("]", "\\]")
            parts.append(f"[{title}](<{values['href']}>) ")
    parts.append(line[at:])
    return "".join(parts).replace('{" "}', " ")
