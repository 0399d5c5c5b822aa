// SPDX-License-Identifier: MIT
// All numbers of the point under the pointer, or of the one that a keyboard has come to.
import { element } from './elements.js';
import { short } from './numbers.js';

const rows = [
  ['mean', 'mean'], ['standard_error', 'standard error'], ['q10', '10 % below'], ['median', 'median'],
  ['q90', '90 % below'], ['trials', 'trials'],
];

export class Tooltip {
  #box = element('div', { class: 'tooltip', role: 'tooltip', 'aria-live': 'polite', hidden: true });

  constructor() {
    document.body.append(this.#box);
    addEventListener('scroll', () => { this.#box.hidden = true; }, { passive: true });
  }

  /// The handler of a figure: `about` is the specification's usermeta.
  handler(about, axis) {
    return (_, event, item, datum) => this.tell(about, axis, event && datum, { x: event?.clientX, y: event?.clientY });
  }

  tell(about, axis, datum, place) {
    this.#box.hidden = !datum || typeof datum !== 'object';
    if (this.#box.hidden) return;
    this.#box.replaceChildren(...this.#content(datum, about, axis));
    this.#place(place);
  }

  #content(datum, about, axis) {
    const series = about.series.find(({ name }) => name === datum.series);
    const line = (label, text) => element('tr', {}, element('th', { scope: 'row' }, label), element('td', {}, text));
    const isName = datum.x === datum.series; // the axis has names of methods
    return [
      element('strong', {}, series?.label ?? datum.series),
      series?.kind === 'non_private' && element('em', { class: 'exposed' }, 'NOT PRIVATE'),
      series?.kind === 'theory' && element('em', {}, 'theory, not measured'),
      Object.keys(about.metrics).length > 1 && element('em', {}, about.metrics[datum.metric]),
      element('table', {}, !isName && line(axis, typeof datum.x === 'number' ? short(datum.x) : about.words[datum.x] ?? datum.x),
        rows.filter(([key]) => datum[key] !== undefined && !(key === 'trials' && datum.trials === 0))
          .map(([key, label]) => line(series?.kind === 'theory' && key === 'mean' ? 'value' : label, short(datum[key])))),
      series?.note && element('p', {}, series.note),
    ].filter(Boolean);
  }

  #place({ x, y }) {
    const { offsetWidth: width, offsetHeight: height } = this.#box;
    const left = Math.max(8, Math.min(x + 16, innerWidth - width - 8));
    const top = y + 16 + height < innerHeight ? y + 16 : Math.max(8, y - height - 16);
    this.#box.style.transform = `translate(${left}px, ${top}px)`;
  }
}
