// SPDX-License-Identifier: MIT
// One figure: drawn for the screen as wide as there is room, kept on paper for print and export.
import { compile } from 'vega-lite';
import { expressionInterpreter } from 'vega-interpreter';
import { parse, View } from 'vega';
import { element, picture, save, table } from './elements.js';
import { walkPoints } from './keyboard.js';
import { fitted } from './layout.js';
import { Legend } from './legend.js';
import { columns, csv, short } from './numbers.js';
import { paper } from './theme.js';

const exportWidth = 900, printWidth = 760;

export class FigureView {
  #figure; #tooltip; #screen; #printed; #legend; #view; #drawnAs; #theme;

  constructor(figure, tooltip) {
    this.#figure = figure;
    this.#tooltip = tooltip;
    const { id, title, caption, spec } = figure;
    this.#screen = element('div', {
      class: 'screen', role: 'group', tabindex: this.#empty() ? undefined : 0,
      'aria-label': `${title}. ${caption} Arrow keys go from point to point; the numbers are in the table below too.`,
    });
    walkPoints(this.#screen, (datum, place) => this.#tooltip.tell(spec.usermeta, axisTitle(spec), datum, place));
    this.#printed = element('div', { class: 'printed' });
    this.#legend = new Legend(spec, {
      pick: (name) => this.#view?.signal('picked', name).runAsync(),
      all: () => this.draw(this.#theme).catch((fault) => this.failed(fault)),
    });
    this.element = element('figure', { id, class: 'figure' },
      element('h3', {}, title),
      this.#screen, !this.#empty() && this.#legend.element, this.#printed,
      element('figcaption', {}, element('p', {}, caption), element('p', { class: 'reading' }, reading(spec))),
      element('div', { class: 'actions' }, this.#actions()),
      numbersOf(spec, title));
  }

  /// Draws again if the room, the light or the choice of series has changed.
  async draw(theme) {
    this.#theme = theme;
    const width = Math.floor(this.#screen.clientWidth);
    const how = `${theme.name} ${width} ${this.#legend.showAll}`;
    if (width <= 0 || this.#drawnAs === how) return;
    this.#drawnAs = how;
    if (this.#empty()) this.#screen.textContent = 'There is nothing to draw: no number has a place on these axes.';
    else await this.#drawFor(width, theme);
  }

  async #drawFor(width, theme) {
    const { spec } = this.#figure;
    const view = viewOf(fitted(spec, { width, theme, showAll: this.#legend.showAll, picked: this.#legend.picked }), {
      renderer: 'svg', hover: true, container: this.#screen,
      tooltip: this.#tooltip.handler(spec.usermeta, axisTitle(spec)),
    });
    this.#view?.finalize();
    this.#view = view;
    await view.runAsync();
  }

  /// What printers get, whatever the screen shows.
  async print() {
    if (this.#empty()) return;
    const svg = await viewOf(fitted(this.#figure.spec, { width: printWidth, theme: paper, tallest: 235, legend: true }), { renderer: 'none' }).toSVG();
    this.#printed.replaceChildren(picture(svg, { alt: this.#figure.title }));
  }

  /// One figure that fails leaves the others alone, and says so.
  failed(fault) {
    this.#screen.textContent = `This figure could not be drawn (${fault.message}). Its numbers are below.`;
    console.error(fault);
  }

  #actions() {
    const { id, title, spec } = this.#figure;
    const text = (type, content) => new Blob([content], { type });
    const actions = [
      ['CSV', `the numbers of ${title}`, () => save(`${id}.csv`, text('text/csv', csv(spec.data.values)))],
      ['Vega-Lite', `the specification of ${title}`, () => save(`${id}.vl.json`, text('application/json', JSON.stringify(spec, null, 2)))],
    ];
    if (!this.#empty()) actions.unshift(
      ['SVG', title, async () => save(`${id}.svg`, text('image/svg+xml', await this.#saved().toSVG()))],
      ['PNG', title, async () => (await this.#saved().toCanvas(2)).toBlob((blob) => save(`${id}.png`, blob))]);
    return actions.map(([name, what, onclick]) => element('button', { type: 'button', 'aria-label': `Save ${what} as ${name}`, onclick }, name));
  }

  /// The series that the screen shows, on paper.
  #saved() {
    const theme = { ...paper, background: '#ffffff' };
    return viewOf(fitted(this.#figure.spec, { width: exportWidth, theme, titled: true, legend: true, showAll: this.#legend.showAll }), { renderer: 'none' });
  }

  #empty() {
    return this.#figure.spec.vconcat[0].concat.length === 0;
  }
}

/// Expressions are interpreted: the page's policy allows no eval.
function viewOf(spec, options) {
  return new View(parse(compile(spec).spec, null, { ast: true }), { expr: expressionInterpreter, logLevel: 1, ...options });
}

const hasWords = ({ vconcat: [{ concat }] }) => concat[0]?.encoding.y.type === 'nominal';

function axisTitle(spec) {
  const panel = spec.vconcat[0].concat[0];
  return panel?.encoding[hasWords(spec) ? 'y' : 'x'].axis.title || 'x';
}

/// What lines and bands are.
function reading(spec) {
  const { usermeta: { series, reading: own, without_place: lost }, data: { values } } = spec;
  const has = (kind) => series.some((one) => one.kind === kind);
  const words = hasWords(spec);
  return [
    own || (words ? 'Marks: means over trials.' : 'Lines: means over trials.'),
    !own && has('plan') && `${words ? 'Bars' : 'Bands'}: from the 10th to the 90th percentile of trials, where they were kept.`,
    words && values.some((row) => row.q10 === undefined && row.standard_error > 0) && 'Thin bars: two standard errors to each side.',
    has('theory') && (words ? 'Level strokes: theory.' : 'Dotted, without marks: theory.'),
    has('non_private') && 'NOT PRIVATE, in red: for comparison only.',
    lost > 0 && `${lost} ${lost > 1 ? 'points have' : 'point has'} no place on these axes: not positive, or not finite.`,
  ].filter(Boolean).join(' ');
}

/// Built when it is opened: most readers do not.
function numbersOf({ usermeta: { series, words, metrics }, data: { values } }, title) {
  const labels = new Map(series.map(({ name, label }) => [name, label]));
  const shown = {
    series: ({ series: name }) => labels.get(name) ?? name,
    x: ({ x }) => (typeof x === 'number' ? short(x) : words[x] ?? labels.get(x) ?? x),
    metric: ({ metric }) => metrics[metric] ?? metric,
  };
  const details = element('details', { class: 'numbers' }, element('summary', {}, `The numbers (${values.length} rows)`));
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1)
      details.append(table(columns.map((name) => name.replace('_', ' ')), values.map((row) => columns.map((key) => shown[key]?.(row) ?? short(row[key]))), `The numbers of ${title}`));
  });
  return details;
}
