// SPDX-License-Identifier: MIT
// Numbers for readers, and tables for programs.

/// Four digits; powers of ten where zeros would have to be counted.
export function short(value) {
  if (typeof value !== 'number') return value === undefined ? '' : String(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e6 ? String(Number(value.toPrecision(4))) : value.toExponential(3).replace('e+', 'e');
}

export const columns = ['series', 'x', 'metric', 'trials', 'mean', 'standard_error', 'q10', 'median', 'q90'];

/// Digits that read back the same; what is not known stays empty.
export function csv(rows) {
  const cell = (value) => {
    const text = value === undefined || value === null ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows.map((row) => columns.map((key) => row[key]))].map((line) => line.map(cell).join(',')).join('\n') + '\n';
}
