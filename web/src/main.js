// SPDX-License-Identifier: MIT
// The report: reads the page's document and shows it.
import { element } from './elements.js';
import { FigureView } from './figure.js';
import { contents, drawings, head, privacy, repeat, section, tables, verdicts } from './sections.js';
import { night, paper } from './theme.js';
import { Tooltip } from './tooltip.js';

const page = JSON.parse(document.getElementById('sotto-page').textContent);
const tooltip = new Tooltip();
const figures = page.figures.map((figure) => new FigureView(figure, tooltip));
const hint = element('p', { class: 'reading hint' }, 'Point at a mark for its numbers, or go to a figure with Tab and from point to point with the arrow keys. Press a name below a figure to pick out its line, and again to see all lines.');
const parts = [
  verdicts(page), section('figures', 'Figures', figures.length > 0 ? [hint, ...figures.map((figure) => figure.element)] : []), tables(page), drawings(page),
  privacy(page), repeat(page),
].filter(Boolean);

document.title = page.title;
document.getElementById('report').append(head(page, contents(parts)), ...parts,
  element('footer', {}, 'This file is complete: it fetches nothing and sends nothing.'));

const dark = matchMedia('(prefers-color-scheme: dark)');
let drawing = Promise.resolve();

/// One after the other: a figure is never drawn twice at once.
function forEach(task) {
  drawing = drawing.then(async () => { for (const figure of figures) await task(figure).catch((fault) => figure.failed(fault)); });
  return drawing;
}

const draw = () => forEach((figure) => figure.draw(dark.matches ? night : paper));

let soon;
dark.addEventListener('change', draw);
addEventListener('resize', () => { clearTimeout(soon); soon = setTimeout(draw, 120); });

async function start() {
  await draw();
  await forEach((figure) => figure.print());
  document.documentElement.dataset.state = 'ready';
}

start();
