"""Code blocks: Pygments, a file name above, and lines that are marked, added or removed."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

_ATTRIBUTE = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')
# Names that upstream uses and Pygments does not know.
_ALIASES = {
    "jsonc": "json", "json5": "json", "mdx": "markdown", "curl": "bash", "env": "bash", "plain": "text", "txt": "text",
    "plaintext": "text", "shellscript": "bash", "gradle": "groovy", "svelte": "html", "vue": "html", "node": "js",
}  # fmt: skip
_FORMATTER = HtmlFormatter(nowrap=True)


def code_block(info: str, code: str) -> str:
    """A fence as HTML; `info` is what stands behind its opening marks."""
    language, _, rest = info.strip().partition(" ")
    values = {name: re.sub(r"\\(.)", r"\1", value) for name, value in _ATTRIBUTE.findall(rest)}
    if language == "mermaid":
        return f'<div class="diagram"><pre>{escape(code, quote=False)}</pre></div>\n'
    body = _marked(_highlighted(language.lower(), code.removesuffix("\n")), values)
    name = f'<span class="filename">{escape(values["title"])}</span>' if values.get("title") else ""
    label = re.sub(r"[^\w+#.-]", "", language) or "text"
    return f'<div class="language-{label} highlight">{name}<pre><code>{body}</code></pre></div>\n'


def lines_of(ranges: str) -> set[int]:
    """The numbers that "2 4-6" names."""
    found: set[int] = set()
    for part in re.split(r"[\s,]+", ranges.strip()):
        first, _, last = part.partition("-")
        if first.isdigit() and (not last or last.isdigit()):
            found.update(range(int(first), min(int(last or first), int(first) + 10_000) + 1))
    return found


def _marked(html: str, values: dict[str, str]) -> str:
    marks = [
        (name, lines_of(values.get(key, ""))) for key, name in (("hl_lines", "hll"), ("ins", "ins"), ("del", "del"))
    ]
    if not any(numbers for _, numbers in marks):
        return html + "\n"
    result = []
    for number, line in enumerate(html.split("\n"), start=1):
        names = [name for name, numbers in marks if number in numbers]
        result.append(f'<span class="{" ".join(["line", *names])}">{line}\n</span>' if names else line + "\n")
    return "".join(result)


@lru_cache(maxsize=20_000)  # releases share most of their code
def _highlighted(language: str, code: str) -> str:
    """Lines of HTML; Pygments closes every span at the end of its line."""
    lexer = _lexer(language)
    return str(highlight(code, lexer, _FORMATTER)).removesuffix("\n") if lexer else escape(code, quote=False)


@lru_cache
def _lexer(language: str) -> Lexer | None:
    name = _ALIASES.get(language, language)
    if name in ("", "text"):
        return None
    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=True)
    except ClassNotFound:
        return None
