// SPDX-License-Identifier: MIT
// The names of a figure's series as buttons, and one that shows those that were left out at first.
import { drawn, element } from './elements.js';

export class Legend {
  #series; #words; #pick; #picked = ''; #showAll = false; #list; #more;

  /// `pick` hears of the series that was picked ('' for none), `all` of a wish for all or for fewer.
  constructor({ usermeta: { series }, vconcat }, { pick, all }) {
    this.#series = series;
    this.#words = vconcat.length === 1; // an axis of names says what a legend would
    this.#pick = pick;
    const hidden = series.filter((one) => !one.at_first).length;
    this.#list = element('ul', { class: 'legend', 'aria-label': 'Series: press one to pick it out' });
    this.#more = hidden > 0 && element('button', {
      type: 'button', class: 'more', 'aria-expanded': 'false',
      onclick: () => { this.#showAll = !this.#showAll; this.#update(); all(this.#showAll); },
    });
    this.element = element('div', { class: 'names' }, !this.#words && this.#list, this.#more);
    this.#update();
  }

  get showAll() { return this.#showAll; }
  get picked() { return this.#picked; }

  #update() {
    const shown = this.#series.filter((one) => this.#showAll || one.at_first);
    if (!shown.some(({ name }) => name === this.#picked)) this.#picked = '';
    this.#list.replaceChildren(...shown.map((one) => element('li', {}, this.#entry(one))));
    if (!this.#more) return;
    this.#more.textContent = this.#showAll ? 'Show fewer' : `Show all ${this.#series.length}`;
    this.#more.setAttribute('aria-expanded', String(this.#showAll));
  }

  #entry(one) {
    return element('button', {
      type: 'button', class: `entry ${one.kind}`, 'data-series': one.name, 'data-mark': one.mark, 'aria-pressed': String(this.#picked === one.name),
      onclick: ({ currentTarget }) => {
        this.#picked = this.#picked === one.name ? '' : one.name;
        for (const other of this.#list.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === currentTarget && this.#picked !== ''));
        this.#pick(this.#picked);
      },
    }, sample(one), one.kind === 'non_private' ? `NOT PRIVATE: ${one.label}` : one.label);
  }
}

/// Line and mark as in the figure, on light and on dark: the style sheet shows one of the two.
function sample({ kind, path, dash, colour, night }) {
  const marked = kind !== 'theory';
  return drawn('svg', { class: 'sample', viewBox: '0 0 38 14', 'aria-hidden': 'true' }, [['light', colour], ['dark', night]].map(([when, ink]) =>
    drawn('g', { class: when, stroke: ink, fill: ink },
      drawn('path', { d: 'M1 7H37', 'stroke-width': kind === 'plan' ? 2.4 : 1.6, 'stroke-dasharray': dash.join(' '), fill: 'none' }),
      marked && drawn('path', { d: path, transform: 'translate(19 7) scale(4.2)', stroke: 'none' }))));
}
