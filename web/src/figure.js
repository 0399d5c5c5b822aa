// SPDX-License-Identifier: MIT
// One figure: drawn for the screen as wide as there is room, kept on paper for print and export.
import { compile } from 'vega-lite';
import { expressionInterpreter } from 'vega-interpreter';
import { parse, View } from 'vega';
import { element, picture, save, table } from './elements.js';
import { columns, csv, short } from './numbers.js';
import { axisRoom, config, paper } from './theme.js';

const exportWidth = 900, printWidth = 760;
const gap = 30; // between panels
const overhang = 14; // half the last number of an axis

export class FigureView {
  #figure; #tooltip; #screen; #printed; #view; #drawnAs;

  constructor(figure, tooltip) {
    this.#figure = figure;
    this.#tooltip = tooltip;
    const { id, title, caption, spec } = figure;
    const rows = spec.data.values;
    this.#screen = element('div', { class: 'screen', role: 'img', 'aria-label': `${title}. ${caption} The numbers are in the table below.` });
    this.#printed = element('div', { class: 'printed' });
    this.element = element('figure', { id, class: 'figure' },
      element('h3', {}, title),
      this.#screen, this.#printed,
      element('figcaption', {}, element('p', {}, caption), element('p', { class: 'reading' }, reading(spec))),
      element('div', { class: 'actions' }, this.#actions()),
      numbersOf(rows, title));
  }

  /// Draws again if the room or the light has changed.
  async draw(theme) {
    const width = Math.floor(this.#screen.clientWidth);
    const how = `${theme.name} ${width}`;
    if (width <= 0 || this.#drawnAs === how) return;
    this.#drawnAs = how;
    if (this.#empty()) this.#screen.textContent = 'There is nothing to draw: no number has a place on these axes.';
    else await this.#drawFor(width, theme);
  }

  async #drawFor(width, theme) {
    const { spec } = this.#figure;
    const view = viewOf(fitted(spec, { width, theme }), {
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
    const svg = await viewOf(fitted(this.#figure.spec, { width: printWidth, theme: paper, tallest: 235 }), { renderer: 'none' }).toSVG();
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

  /// What is saved, whatever the screen shows.
  #saved() {
    const theme = { ...paper, background: '#ffffff' };
    return viewOf(fitted(this.#figure.spec, { width: exportWidth, theme, titled: true }), { renderer: 'none' });
  }

  #empty() {
    return this.#figure.spec.vconcat[0].concat.length === 0;
  }
}

/// Expressions are interpreted: the page's policy allows no eval.
function viewOf(spec, options) {
  return new View(parse(compile(spec).spec, null, { ast: true }), { expr: expressionInterpreter, logLevel: 1, ...options });
}

/// The specification for a width: panels beside each other where they fit, a legend in as many columns.
function fitted(spec, { width, theme, titled = false, tallest = 380 }) {
  const copy = structuredClone(spec);
  const [panels, legend] = copy.vconcat;
  panels.columns = Math.max(1, Math.min(panels.concat.length, Math.floor(width / 380)));
  const room = Math.floor((width - (panels.columns - 1) * gap) / panels.columns) - axisRoom - overhang;
  for (const panel of panels.concat) {
    panel.title = { text: panel.title, fontSize: 13.5 };
    panel.width = room;
    panel.height = Math.round(Math.min(tallest, Math.max(220, room * (panels.columns > 1 ? 0.72 : 0.5))));
    const { sort: words, axis } = panel.encoding.x;
    if (words && words.some((word) => 7 * word.length > room / words.length)) axis.labelAngle = -40;
  }
  const entries = legend.data.values;
  const longest = 62 + 7.3 * Math.max(...entries.map(({ label }) => label.length));
  legend.width = width - axisRoom;
  const legendColumns = Math.max(1, Math.min(entries.length, 4, Math.floor(legend.width / longest)));
  legend.height = 22 * Math.ceil(entries.length / legendColumns);
  const values = {
    palette: copy.params.find(({ name }) => name === 'palette').value.map(theme.of),
    legend_columns: legendColumns, legend_width: Math.min(longest, legend.width),
  };
  for (const param of copy.params) if (param.name in values) param.value = values[param.name];
  if (!titled) delete copy.title;
  copy.config = config(theme);
  return copy;
}

const axisTitle = (spec) => spec.vconcat[0].concat[0]?.encoding.x.axis.title ?? 'x';

/// What lines and bands are.
function reading({ usermeta: { series, without_place: lost }, vconcat: [{ concat }] }) {
  const has = (kind) => series.some((one) => one.kind === kind);
  const words = concat[0]?.encoding.x.type === 'nominal';
  return [
    words ? 'Marks: means over trials.' : 'Lines: means over trials.',
    has('plan') && `${words ? 'Bars' : 'Bands'}: from the 10th to the 90th percentile of trials.`,
    has('theory') && (words ? 'Level strokes: theory.' : 'Dotted, without marks: theory.'),
    has('non_private') && 'Crosses: NOT PRIVATE, for comparison only.',
    lost > 0 && `${lost} ${lost > 1 ? 'points have' : 'point has'} no place on these axes: not positive, or not finite.`,
  ].filter(Boolean).join(' ');
}

/// Built when it is opened: most readers do not.
function numbersOf(rows, title) {
  const details = element('details', { class: 'numbers' }, element('summary', {}, `The numbers (${rows.length} rows)`));
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1)
      details.append(table(columns.map((name) => name.replace('_', ' ')), rows.map((row) => columns.map((key) => short(row[key]))), `The numbers of ${title}`));
  });
  return details;
}
