"""Which identifiers a query names."""

from __future__ import annotations

import pytest

from builder.search.identifiers import named

TIMELINES = {
    "releases": [],
    "schemas": [],
    "timelines": [
        {"kind": kind, "name": name, "id": name.lower(), "releases": []}
        for kind, name in (
            ("method", "ping"), ("method", "berths/list"), ("header", "Accept"), ("header", "Tide-Session-Id"),
            ("error code", "-32050"), ("server capability", "berths"), ("schema type", "Berth"),
        )
    ]
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("what answers Ping?", ["ping"]),
        ("pinging a server, keep-ping, ping-pong", []),
        ("call BERTHS/LIST.", ["berths/list"]),
        ("harbour/berths/list and berths/list/all", []),
        ("does a client accept it", []),
        ("Tide-Session-Id: -32050", ["Tide-Session-Id", "-32050"]),
        ("error 32050 of a Berth among berths", []),
        ("", []),
    ],
)
def test_only_whole_identifiers_count_and_no_words_of_the_language(text: str, names: list[str]) -> None:
    assert sorted(one.name for one in named(text, TIMELINES)) == sorted(names)
