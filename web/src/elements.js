// SPDX-License-Identifier: MIT
// Elements from names, attributes and children. Texts become text, never markup.

export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/// The same for SVG.
export function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function filled(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat(2).filter((child) => child || child === 0));
  return made;
}

/// Picture in an image element: nothing in it can run.
export function picture(svg, attributes) {
  return element('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, ...attributes });
}

export function save(name, blob) {
  const href = URL.createObjectURL(blob);
  const link = element('a', { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 60000); // a slow disk may still be reading
}

/// A table in a frame that scrolls by itself when it is wider than the page.
export function table(columns, rows, label) {
  const numeric = columns.map((_, k) => rows.length > 0 && rows.every((row) => isNumber(row[k])));
  const cell = (name, text, k) => element(name, { class: numeric[k] ? 'number' : undefined, scope: name === 'th' ? 'col' : undefined }, text ?? '');
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    element('table', {},
      element('thead', {}, element('tr', {}, columns.map((text, k) => cell('th', text, k)))),
      element('tbody', {}, rows.map((row) => element('tr', {}, columns.map((_, k) => cell('td', row[k], k)))))));
}

const isNumber = (text) => text === undefined || text === '' || /^[-+−]?[\d.,]+(e[-+]?\d+)?\s*(%|x|×)?( (±|\+-|\+\/-) [\d.,e+-]+)?$/i.test(text);
