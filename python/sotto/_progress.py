# SPDX-License-Identifier: MIT
"""How far a job is: a line on the terminal's stderr, or a bar in a notebook. Elsewhere nothing is shown."""

from __future__ import annotations

import sys
import time
from typing import Callable, Optional, Union

Listener = Callable[[int, int, str], None]
Progress = Union[None, bool, Listener]


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    here = shell.get_ipython() if shell is not None else None
    return here is not None and type(here).__name__ == "ZMQInteractiveShell"


def _at_terminal() -> bool:
    return sys.stderr is not None and hasattr(sys.stderr, "isatty") and sys.stderr.isatty()


def _time(seconds: float) -> str:
    whole = int(seconds + 0.5)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60} s"


class Bar:
    """A bar that draws at most ten times a second, and leaves nothing behind on a terminal."""

    def __init__(self) -> None:
        self._notebook = _in_notebook()
        self._terminal = not self._notebook and _at_terminal()
        self._begin = time.monotonic()
        self._drawn_at = 0.0
        self._handle = None
        self._on_screen = False

    @property
    def visible(self) -> bool:
        return self._notebook or self._terminal

    def _line(self, done: int, wanted: int, unit: str) -> str:
        if wanted == 0:
            return unit
        text = f"{done}/{wanted} {unit}"
        passed = time.monotonic() - self._begin
        if 0 < done < wanted and passed > 1:
            text += f", {_time(passed * (wanted - done) / done)} left"
        return text

    def __call__(self, done: int, wanted: int, unit: str) -> None:
        now = time.monotonic()
        if now - self._drawn_at < 0.1 or now - self._begin < 0.3:
            return
        self._drawn_at = now
        line = self._line(done, wanted, unit)
        share = done / wanted if wanted else 0.0
        if self._terminal:
            cells = int(20 * share)
            sys.stderr.write(f"\r\x1b[K[{'#' * cells}{'.' * (20 - cells)}] {line}")
            sys.stderr.flush()
            self._on_screen = True
        elif self._notebook:
            self._draw_in_notebook(share, line)

    def _draw_in_notebook(self, share: float, line: str) -> None:
        from html import escape

        from IPython.display import HTML, display

        drawn = HTML(f'<progress value="{share:.4f}" max="1"></progress> <small>{escape(line)}</small>')
        if self._handle is None:
            self._handle = display(drawn, display_id=True)
        else:
            self._handle.update(drawn)

    def close(self) -> None:
        if self._terminal and self._on_screen:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        if self._handle is not None:
            from IPython.display import HTML

            self._handle.update(HTML(""))


def listener_of(progress: Progress) -> tuple[Optional[Listener], Callable[[], None]]:
    """Who is told how far it is, and what to do at the end."""
    if callable(progress):
        return progress, lambda: None
    if progress is False:
        return None, lambda: None
    bar = Bar()
    return (bar if bar.visible else None), bar.close
