// SPDX-License-Identifier: MIT
// How figures look on paper and in the dark. Colours of series come with a specification, for both: `colour` says which.

const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';

export const paper = {
  name: 'paper', colour: 'colour', ink: '#1f2328', soft: '#5b6168', line: '#d9d5cc', grid: '#ebe8e1', background: null,
};

export const night = {
  name: 'night', colour: 'night', ink: '#e8e6e1', soft: '#a2a8b0', line: '#3a4048', grid: '#272c33', background: null,
};

/// What the numbers beside a panel take at least, in pixels: panels of all figures begin at one edge.
export const axisRoom = 48;

export function config({ ink, soft, line, grid, background }) {
  return {
    background, font: sans, padding: { left: 0, right: 0, top: 4, bottom: 4 }, text: { color: ink },
    view: { stroke: null },
    title: { color: ink, fontSize: 17, fontWeight: 600, anchor: 'start', offset: 18, limit: 900 },
    axis: {
      domainColor: line, tickColor: line, gridColor: grid, labelColor: soft, titleColor: soft, labelFontSize: 12,
      titleFontSize: 12, titleFontWeight: 400, titlePadding: 10, labelPadding: 6, tickSize: 5, labelLimit: 140,
    },
    axisX: { labelFlush: false, labelSeparation: 6 },
    axisY: {
      domain: false, ticks: false, minExtent: axisRoom, titleAnchor: 'end', titleAngle: 0,
      titleAlign: 'left', titleY: -12, titleX: 0,
      titleBaseline: 'bottom',
    },
    style: { 'legend-entry': { fontSize: 13 }, 'line-end': { fontSize: 12, baseline: 'middle' } },
    concat: { spacing: 30 },
  };
}
