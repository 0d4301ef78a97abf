"""Drawings of figures as inline SVG: coloured by the style sheet, and never the only way to read them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

_WIDTH, _HEIGHT = 640, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 12, 12, 28


def bar(first: float, five: float, interval: Sequence[float]) -> str:
    """A share of questions answered first, within that answered among the first five, with its interval.

    Stretched to the width of its cell; the numbers stand beside it.
    """
    start, length = 100 * interval[0], 100 * (interval[1] - interval[0])
    parts = [
        '<rect class="evaluation-ground" width="100" height="14"></rect>',
        f'<rect class="evaluation-five" width="{_n(100 * five)}" height="14"></rect>',
        f'<rect class="evaluation-first" y="3" width="{_n(100 * first)}" height="8"></rect>',
        f'<rect class="evaluation-interval" x="{_n(start)}" y="6.5" width="{_n(length)}" height="1"></rect>',
    ]
    attributes = 'class="evaluation-bar" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"'
    return f"<svg {attributes}>{''.join(parts)}</svg>"


class Line(NamedTuple):
    name: str
    values: Sequence[float]  # fractions, one for each date


def lines(dates: Sequence[str], drawn: Sequence[Line], about: str) -> str:
    """Figures from date to date, from half to all; `about` is what a screen reader says."""
    across = (_WIDTH - _LEFT - _RIGHT) / max(1, len(dates) - 1)
    lowest = min(0.5, *(value for line in drawn for value in line.values))

    def place(at: int, value: float) -> tuple[float, float]:
        up = (value - lowest) / (1 - lowest)
        return _LEFT + across * at, _HEIGHT - _BOTTOM - up * (_HEIGHT - _TOP - _BOTTOM)

    parts = []
    for percent in (50, 60, 70, 80, 90, 100):
        if percent / 100 >= lowest:
            y = place(0, percent / 100)[1]
            parts.append(
                f'<line class="evaluation-grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{_n(y)}" y2="{_n(y)}"></line>'
            )
            parts.append(f'<text x="{_LEFT - 8}" y="{_n(y + 4)}" text-anchor="end">{percent} %</text>')
    for anchor, at in (("start", 0), ("end", len(dates) - 1)):
        x = place(at, 0)[0]
        parts.append(f'<text x="{_n(x)}" y="{_HEIGHT - 6}" text-anchor="{anchor}">{escape(dates[at])}</text>')
    for number, line in enumerate(drawn):
        points = [place(at, value) for at, value in enumerate(line.values)]
        path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        parts.append(f'<polyline class="evaluation-line evaluation-line--{number}" points="{path}"></polyline>')
        parts += [
            f'<circle class="evaluation-dot evaluation-line--{number}" cx="{_n(x)}" cy="{_n(y)}" r="3"></circle>'
            for x, y in points
        ]
    return (
        f'<svg class="evaluation-lines" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(about)}">'
        f"{''.join(parts)}</svg>"
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
