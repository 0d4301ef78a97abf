"""What the verdict rests on: every distinct text that says what a release supports, with the releases it stands in.

Of a collection with a Specification only its pages count, of another all pages. Changelogs and lists of what is
deprecated speak of other releases, and so do sections on compatibility: they are no evidence of what their own
release supports, but they report what became of a subject. docs/formats.md has the file's form.
"""

from __future__ import annotations

from dataclasses import dataclass

from builder.editions import Kind
from builder.index.chunks import Chunk
from builder.index.history import History
from builder.index.reports import tells_of_others


@dataclass(frozen=True)
class Coverage:
    """The evidence of a collection."""

    releases: tuple[str, ...]  # ids of editions, oldest first
    chunks: tuple[Chunk, ...]  # distinct texts of a thread, each as its newest release has it
    threads: tuple[int, ...]  # of each chunk
    masks: tuple[int, ...]  # of each chunk: bit n is release n
    reports: tuple[int, ...]  # the chunks that tell of other releases
    places: tuple[tuple[tuple[int, str, str], ...], ...]  # of each thread: (release, path, anchor), oldest first


def coverage(history: History) -> Coverage:
    """The evidence of a collection's releases."""
    releases, threads = history.releases, history.threads
    # By text and thread, as a text may stand in two sections: (release, chunk, thread).
    found: dict[tuple[bytes, int], list[tuple[int, int, int]]] = {}
    for number, (release, own) in enumerate(zip(releases, history.sections, strict=True)):
        for section, thread in zip(own, threads[number], strict=True):
            for chunk in (release.chunks[at] for at in section.chunks):
                if chunk.kind is Kind.SPECIFICATION or not history.specified:
                    found.setdefault((chunk.text_hash, thread), []).append(
                        (number, section.chunks[chunk.ordinal], thread)
                    )
    rows = [members[-1] for members in found.values()]
    used = {thread: n for n, thread in enumerate(dict.fromkeys(thread for _, _, thread in rows))}
    places: list[list[tuple[int, str, str]]] = [[] for _ in used]
    for number, own in enumerate(history.sections):
        for section, thread in zip(own, threads[number], strict=True):
            if thread in used:
                places[used[thread]].append((number, section.path, section.anchor))
    chunks = tuple(releases[number].chunks[at] for number, at, _ in rows)
    return Coverage(
        releases=tuple(str(r.edition.id) for r in releases),
        chunks=chunks,
        threads=tuple(used[thread] for _, _, thread in rows),
        masks=tuple(sum({1 << number for number, _, _ in members}) for members in found.values()),
        reports=tuple(n for n, chunk in enumerate(chunks) if tells_of_others(chunk.path, chunk.headings)),
        places=tuple(map(tuple, places)),
    )
