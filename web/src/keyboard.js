// SPDX-License-Identifier: MIT
// A figure's points for a keyboard: arrows go from point to point and from series to series, and each tells its numbers.

/// `box` holds the drawn figure; `tell` shows a datum beside an element, or hides with none.
export function walkPoints(box, tell) {
  let at = 0, lines = [];
  const points = () => [...box.querySelectorAll('.mark-symbol[class*=targets] path')].filter((path) => path.__data__?.datum);
  const inOrder = () => {
    const bySeries = new Map();
    for (const path of points()) {
      const { series, metric } = path.__data__.datum;
      const key = `${metric} ${series}`;
      if (!bySeries.has(key)) bySeries.set(key, []);
      bySeries.get(key).push(path);
    }
    return [...bySeries.values()];
  };
  const show = () => {
    const path = lines.flat()[at];
    if (path) tell(path.__data__.datum, path.getBoundingClientRect());
  };
  /// To the same place of the line before or after this one.
  const jump = (by) => {
    let line = 0, before = 0;
    while (before + lines[line].length <= at) before += lines[line++].length;
    const next = Math.min(Math.max(line + by, 0), lines.length - 1);
    const start = lines.slice(0, next).reduce((sum, one) => sum + one.length, 0);
    return start + Math.min(at - before, lines[next].length - 1);
  };
  const moves = {
    ArrowRight: () => at + 1, ArrowLeft: () => at - 1, ArrowDown: () => jump(1), ArrowUp: () => jump(-1),
    Home: () => 0, End: () => lines.flat().length - 1,
  };
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return tell();
    if (!(event.key in moves)) return;
    event.preventDefault();
    lines = inOrder();
    if (lines.length === 0) return;
    at = Math.min(Math.max(moves[event.key](), 0), lines.flat().length - 1);
    show();
  });
  box.addEventListener('focus', () => { lines = inOrder(); at = Math.min(at, Math.max(lines.flat().length - 1, 0)); if (box.matches(':focus-visible')) show(); });
  box.addEventListener('blur', () => tell());
}
