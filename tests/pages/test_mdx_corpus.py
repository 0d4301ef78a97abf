"""The real corpora, converted whole: nothing left over, nothing lost."""

from __future__ import annotations

import json
import re
import shutil
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from markdown_it.token import Token

from builder.pages import llms, mintlify
from builder.pages.links import ids
from builder.pages.markdown import parse
from builder.pages.page import Edition, Page
from builder.settings import load
from builder.sources.snapshot import Snapshot

PROJECT = Path(__file__).resolve().parents[2]
SETTINGS = load(PROJECT / "strata.toml")
MCP = ("mcp-b0f60ba", "mcp-38c84e9")
_OPENING = re.compile(r"^((?:[ \t>]|[-*+] |\d+\. )*)(`{3,}|~{3,})([^`]*)$")
_MARK = re.compile(r"(?:\s*(?:#|//))?\s*\[!code [^\]]+\]\s*$")
_LEFT = re.compile(r"</?[A-Z]|\{/\*|:::|className=|theme=\{|^(?:import|export) .*(?:from|const|=)")


def unpacked(archive: Path, folder: Path) -> Path:
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter=lambda member, _: member if member.isfile() or member.isdir() else None)
    return folder


def snapshot(root: Path, name: str) -> Snapshot:
    files = tuple(sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()))
    return Snapshot(root, name, "https://example.com", "0" * 40, "2026-08-22T00:00:00Z", files)


@pytest.fixture(scope="module")
def read(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Snapshot, list[Edition]]]:
    """By name, what was read and what it became."""
    made: dict[str, tuple[Snapshot, list[Edition]]] = {}
    source = next(s for s in SETTINGS.sources if s.reader == "mintlify")
    for name in MCP:
        (top,) = unpacked(corpus / f"{name}.tar.gz", tmp_path_factory.mktemp(name)).iterdir()
        taken = snapshot(top, name)
        made[name] = taken, mintlify.read(taken, source)
    site = unpacked(corpus / "docs.langchain.com.tar.gz", tmp_path_factory.mktemp("site")) / "docs.langchain.com"
    for source in (s for s in SETTINGS.sources if s.reader == "llms"):
        root = tmp_path_factory.mktemp(source.name)
        shutil.copytree(site / "oss", root / "oss")
        shutil.copy(site / "redirects.json", root)
        indexes = "".join(path.read_text("utf-8") for path in sorted((site / "oss").rglob("llms.txt")))
        lines = dict.fromkeys(line for line in indexes.splitlines() if source.prefix in line)
        (root / "llms.txt").write_text("\n".join(lines), "utf-8")
        taken = snapshot(root, source.name)
        made[source.name] = taken, llms.read(taken, source)
    return made


@cache
def tokens_of(body: str) -> list[Token]:
    return parse(body)


def pages(read: dict[str, tuple[Snapshot, list[Edition]]]) -> Iterator[tuple[Page, str]]:
    """Every page with the text it was made from."""
    for taken, editions in read.values():
        for page in (page for edition in editions for page in edition.pages):
            names = (f"docs/{page.source}.mdx", f"docs/{page.source}.md", f"{page.source}.md")
            yield page, taken.text(next(name for name in names if name in taken.files))


def fences(text: str) -> list[str]:
    """The code of every fence, found line by line: another way than the converter's."""
    found, lines = [], iter(text.split("\n"))
    for line in lines:
        opening = _OPENING.match(line)
        if opening:
            end = re.compile(rf"^[ \t>]*{opening[2][0]}{{{len(opening[2])},}}\s*$")
            indent, code = len(opening[1]), []
            while (inner := next(lines, None)) is not None and not end.match(inner):
                code.append(inner[min(indent, len(inner) - len(inner.lstrip(" "))) :].rstrip())
            found.append("\n".join(_MARK.sub("", part) for part in code if not _MARK.fullmatch(part)).rstrip())
    return found


def listed(entries: Any) -> Iterator[str]:
    for entry in entries:
        if isinstance(entry, str):
            yield entry
        else:
            yield from listed([*entry.get("groups", []), *entry.get("pages", [])])


def test_every_page_of_every_navigation_is_there(read: dict[str, tuple[Snapshot, list[Edition]]]) -> None:
    for name in MCP:
        taken, editions = read[name]
        wanted: dict[str, set[str]] = {}
        for tab in json.loads(taken.text("docs/docs.json"))["navigation"]["tabs"]:
            for version in tab.get("versions", [tab]):
                wanted.setdefault(version.get("version", ""), set()).update(listed([version]))
        assert sorted(map(len, wanted.values())) == sorted(len(edition.pages) for edition in editions)
        assert set().union(*wanted.values()) == {page.source for edition in editions for page in edition.pages}
    assert [len(read[name][1][0].pages) for name in read if name not in MCP] == [42, 42]


def test_nothing_of_jsx_is_left_in_text(read: dict[str, tuple[Snapshot, list[Edition]]]) -> None:
    left = []
    for page, _ in pages(read):
        for token in tokens_of(page.body):
            inline = [child.content for child in token.children or [] if child.type in ("text", "html_inline")]
            texts = inline if token.type == "inline" else [token.content] if token.type == "html_block" else []
            left += [(str(page.edition), page.path, text[:80]) for text in texts if _LEFT.search(text)]
    assert left == []


def test_all_code_is_there_to_the_letter(read: dict[str, tuple[Snapshot, list[Edition]]]) -> None:
    count = 0
    for page, text in pages(read):
        program = re.sub(r"(?ms)^export const PatternEmbed = .*?^\};$", "", text)
        wanted = fences(program)
        tokens = [token for token in tokens_of(page.body) if token.type == "fence"]
        if page.source.endswith("/schema"):  # its examples are code here, and coloured words there
            tokens = [token for token in tokens if token.info != "json"]
        code = ["\n".join(line.rstrip() for line in token.content.split("\n")).rstrip() for token in tokens]
        assert code == wanted, f"{page.edition}/{page.path}"
        count += len(wanted)
    assert count == 5149


def test_all_headings_are_there_and_have_an_id(read: dict[str, tuple[Snapshot, list[Edition]]]) -> None:
    for page, text in pages(read):
        prose = re.sub(r"(?ms)^[ \t>]*(?:[-*+] |\d+\. )*(```+|~~~+).*?^[ \t>]*\1[ \t]*$", "", text)
        prose = re.sub(r"\A(?:>.*\n)+", "", prose)
        wanted = len(re.findall(r"(?m)^[ \t>]*#{1,6}[ \t]+\S|<h[1-6]", prose))
        title = not text.startswith("---")  # a served page has its title as a heading
        headings = [token for token in tokens_of(page.body) if token.type == "heading_open"]
        assert (len(headings), [h.tag for h in headings if h.tag == "h1"]) == (wanted - title, []), page.address
        names = [h.attrGet("id") for h in headings]
        assert all(names) and len(set(names)) == len(names), page.address


def test_all_links_within_the_mirror_resolve(read: dict[str, tuple[Snapshot, list[Edition]]]) -> None:
    for _, editions in read.values():
        known = {page.address: ids(page.body) for edition in editions for page in edition.pages}
        media = {name for edition in editions for name in edition.media}
        for page in (page for edition in editions for page in edition.pages):
            for target in targets(page.body):
                address, _, anchor = target.partition("#")
                if target.startswith("/assets/media/"):
                    assert target.removeprefix("/assets/media/") in media
                elif target.startswith("/"):
                    assert address in known and (not anchor or anchor in known[address]), (page.address, target)
                else:
                    assert re.match(r"https?://|mailto:", target), (page.address, target)
        for edition in editions:
            assert all(target.partition("#")[0] in known for target in edition.redirects.values())


def targets(body: str) -> Iterator[str]:
    for token in tokens_of(body):
        if token.type == "container_container_open" and "href" in token.meta["container"].attributes:
            yield token.meta["container"].attributes["href"]
        for child in [token, *(token.children or [])]:
            if child.type == "link_open":
                yield str(child.attrGet("href"))
            elif child.type in ("html_block", "html_inline"):
                yield from re.findall(r'(?:href|src)="([^"]*)"', child.content)


def test_what_upstream_has_broken_is_known(read: dict[str, tuple[Snapshot, list[Edition]]]) -> None:
    editions = read["mcp-b0f60ba"][1]
    broken = {(entry.page, entry.target) for edition in editions for entry in edition.broken}
    clients = {(page, target) for page, target in broken if target.endswith("/client")}
    assert len(clients) == 6 and all(page.endswith("/index") for page, _ in clients)
    # Anchors that do not exist upstream either.
    assert len(broken - clients) == 12
    assert [read[name][1][0].broken for name in read if name not in MCP] == [(), ()]


def test_a_schema_page_shrinks_to_less_than_half(read: dict[str, tuple[Snapshot, list[Edition]]]) -> None:
    for page, text in pages(read):
        if page.source.endswith("/schema"):
            assert len(page.body) < len(text) / 2
            assert "tsd-" not in page.body and "<svg" not in page.body and "&#x7B;" not in page.body
