# SPDX-License-Identifier: MIT
"""Bars: at a terminal, in a notebook, and nowhere else."""

import io
import os
import sys
import types

import pytest

from sotto import _progress


@pytest.fixture
def clock(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(_progress.time, "monotonic", lambda: now[0])
    return now


def drawn(bar, clock):
    """After 10 seconds 3 of 12 trials are done."""
    clock[0] += 10
    bar(3, 12, "trials")
    bar(4, 12, "trials")  # at once: it is not drawn again
    bar.close()


def test_a_terminal_has_a_line_that_leaves_nothing_behind(clock, monkeypatch):
    reader, writer = os.openpty()
    with os.fdopen(writer, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        listener, close = _progress.listener_of(None)
        drawn(listener, clock)
    said = os.read(reader, 1000).decode()
    assert said == "\r\x1b[K[#####...............] 3/12 trials, 30 s left\r\x1b[K"


class FakeHandle:
    def __init__(self, shown):
        self._shown = shown

    def update(self, drawn):
        self._shown.append(drawn)


def test_a_notebook_has_a_bar_that_is_emptied(clock, monkeypatch):
    shown = []

    class ZMQInteractiveShell:
        pass

    def display(drawn, display_id):
        shown.append(drawn)
        return FakeHandle(shown)

    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=ZMQInteractiveShell))
    monkeypatch.setitem(sys.modules, "IPython.display", types.SimpleNamespace(HTML=str, display=display))
    listener, _ = _progress.listener_of(None)
    drawn(listener, clock)
    assert shown == ['<progress value="0.2500" max="1"></progress> <small>3/12 trials, 30 s left</small>', ""]


def test_elsewhere_nobody_listens(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert _progress.listener_of(None)[0] is None
    assert _progress.listener_of(False)[0] is None
    assert _progress.listener_of(print)[0] is print


def test_what_is_waited_for_is_named_where_nobody_knows_how_long_it_takes(clock, monkeypatch):
    reader, writer = os.openpty()
    with os.fdopen(writer, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        bar = _progress.Bar()
        clock[0] += 1
        bar(0, 0, "reading records")
        bar.close()
    assert "reading records" in os.read(reader, 1000).decode()
