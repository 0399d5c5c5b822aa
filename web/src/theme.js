// SPDX-License-Identifier: MIT
// How figures look on paper and in the dark. Colours of series come with a specification; the dark has brighter twins.

const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';

export const paper = {
  name: 'paper', ink: '#1f2328', soft: '#5b6168', line: '#d9d5cc', grid: '#ebe8e1', background: null, of: (colour) => colour,
};

const brighter = {
  '#0072B2': '#5BB8F0', '#009E73': '#2CC79B', '#B77700': '#F0B23C', '#B0528A': '#E08FBF', '#3B8EC2': '#9AD0F5',
  '#6F6A00': '#D6CE4A', '#4A4A4A': '#C3C7CC', '#C64A00': '#FF8A4C',
};

export const night = {
  name: 'night', ink: '#e8e6e1', soft: '#a2a8b0', line: '#3a4048', grid: '#272c33', background: null,
  of: (colour) => brighter[colour] ?? colour,
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
    axisY: {
      domain: false, ticks: false, minExtent: axisRoom, titleAnchor: 'end', titleAngle: 0,
      titleAlign: 'left', titleY: -12, titleX: 0,
      titleBaseline: 'bottom',
    },
    style: { 'legend-entry': { fontSize: 13 } },
    concat: { spacing: 30 },
  };
}
