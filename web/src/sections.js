// SPDX-License-Identifier: MIT
// The parts of a report around its figures. A part without content is left out.
import { drawn, element, picture, table } from './elements.js';

export function section(id, title, children) {
  if (children.length === 0) return undefined;
  return element('section', { id, 'aria-labelledby': `${id}-title` }, element('h2', { id: `${id}-title` }, title), ...children);
}

export function head(page, contentsList) {
  return element('header', {},
    page.notice && element('p', { class: 'notice', role: 'note' }, symbol('warning'),
      element('span', {}, page.notice, (page.is_private.length + page.not_private.length > 0) ? [' ', element('a', { href: '#privacy' }, 'What is private here, and what is not')] : null)),
    element('p', { class: 'brand' }, 'sotto', element('span', {}, 'report')),
    element('h1', {}, page.title), summary(page), contentsList);
}

/// What a reader takes along who reads no further.
function summary({ summary: { problem, promise, result, verdict, numbers } }) {
  const line = (name, text) => text && [element('dt', {}, name), element('dd', {}, text)];
  const lines = [line('Problem', problem), line('Promise', promise), line('Result', result), line('Verdict', verdict)].filter(Boolean);
  if (lines.length === 0) return undefined;
  return element('div', { class: 'summary', role: 'region', 'aria-label': 'Summary' },
    numbers.length > 0 && element('ul', { class: 'three' }, numbers.map(({ value, label }) =>
      element('li', {}, element('strong', {}, value), element('span', {}, label)))),
    element('dl', {}, lines.flat()));
}

export function contents(parts) {
  if (parts.length < 2) return undefined;
  return element('nav', { 'aria-label': 'Contents' }, element('ul', {}, parts.map((part) =>
    element('li', {}, element('a', { href: `#${part.id}` }, part.querySelector('h2').textContent)))));
}

const kinds = { holds: 'holds', 'holds in part': 'part', 'does not hold': 'fails' };

export function verdicts(page) {
  if (page.verdicts.length === 0) return undefined;
  const kindOf = (one) => kinds[one.verdict] ?? 'unknown';
  const titles = new Map(page.figures.map(({ id, title }) => [id, title]));
  const counts = Object.keys(kinds).map((word) => [word, page.verdicts.filter((one) => one.verdict === word).length]);
  return section('verdicts', 'Verdicts', [
    element('p', { class: 'tally' }, counts.filter(([, count]) => count > 0).map(([word, count]) =>
      element('span', { class: kinds[word] }, symbol(kinds[word]), element('b', {}, String(count)), count === 1 ? word : word.replace('holds', 'hold').replace('does', 'do')))),
    element('ol', { class: 'verdicts' }, page.verdicts.map((one) => element('li', { class: `verdict ${kindOf(one)}` },
      element('p', { class: 'word' }, symbol(kindOf(one)), one.verdict),
      element('p', { class: 'claim' }, one.claim),
      element('p', { class: 'source' }, one.source),
      element('p', { class: 'evidence' }, one.evidence),
      titles.has(one.figure) && element('p', { class: 'shown' }, element('a', { href: `#${one.figure}` }, titles.get(one.figure))))))]);
}

export function tables(page) {
  return section('tables', 'Tables', page.tables.map(({ title, columns, rows, note }) =>
    element('div', { class: 'table' }, element('h3', {}, title), table(columns, rows, title), note && element('p', { class: 'reading' }, note))));
}

export function drawings(page) {
  return section('graph', 'The graph', page.drawings.map(({ title, svg, night }) =>
    element('figure', { class: 'drawing' }, picture(svg, { alt: title, class: 'light' }),
      picture(atNight(svg, night), { alt: title, class: 'dark' }), element('figcaption', {}, title))));
}

/// The same drawing in the colours of a dark page.
function atNight(svg, colours) {
  return svg.replace(/#[0-9a-f]{6}/g, (colour) => colours[colour] ?? colour);
}

export function privacy(page) {
  const list = (kind, title, lines) => lines.length > 0 && element('div', { class: kind }, element('h3', {}, symbol(kind), title),
    element('ul', {}, lines.map((line) => element('li', {}, line))));
  const lists = [list('covered', 'Covered by the promise', page.is_private), list('exposed', 'Not private', page.not_private)].filter(Boolean);
  return section('privacy', 'What is private here, and what is not', lists.length > 0 ? [element('div', { class: 'two' }, lists)] : []);
}

export function repeat(page) {
  const line = (name, text) => text && [element('dt', {}, name), element('dd', {}, element('code', {}, text))];
  return section('repeat', 'How to repeat this', page.repeat.map((run) => element('div', { class: 'run' },
    element('pre', { tabindex: 0 }, element('code', {}, run.command)),
    element('dl', {}, [line('seed', run.seed), line('version', run.version), line('commit', run.commit)].filter(Boolean).flat()))));
}

// Words never stand alone: each has a shape too, drawn here so that no font is asked for it.
const shapes = {
  holds: ['M3.5 8.5l3 3 6-7'], part: ['M8 2.5a5.5 5.5 0 0 1 0 11z'], fails: ['M4 4l8 8M12 4l-8 8'], unknown: ['M8 4v5M8 11.5v1'],
  covered: ['M4 7.5h8v6h-8zM5.5 7.5v-2a2.5 2.5 0 0 1 5 0v2'], exposed: ['M1.5 8s2.5-4.5 6.5-4.5 6.5 4.5 6.5 4.5-2.5 4.5-6.5 4.5-6.5-4.5-6.5-4.5zM8 6.2a1.8 1.8 0 1 0 .01 0z'],
  warning: ['M8 2l6.5 11.5h-13zM8 6.5v3.5M8 11.6v.6'],
};

function symbol(kind) {
  return drawn('svg', { class: `symbol ${kind}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    kind === 'part' && drawn('circle', { cx: 8, cy: 8, r: 5.5 }), shapes[kind].map((d) => drawn('path', { d, class: kind === 'part' ? 'solid' : undefined })));
}
