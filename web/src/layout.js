// SPDX-License-Identifier: MIT
// A figure's specification for a width: panels beside each other where they fit, names at line ends where there is room.
import { axisRoom, config } from './theme.js';

const gap = 30; // between panels
const overhang = 22; // half the last number of an axis
const letter = 6.6; // pixels, about

/// `legend`: drawn inside, for paper and export; a screen has one of buttons.
export function fitted(spec, { width, theme, showAll = false, picked = '', titled = false, legend = false, tallest = 380 }) {
  const copy = structuredClone(spec);
  const [panels, entries] = copy.vconcat;
  const { series } = copy.usermeta;
  const values = { palette: series.map((one) => one[theme.colour]), show_all: showAll || series.every((one) => one.at_first), picked };
  const besidePanel = layOutPanels(panels, width, tallest, values, series);
  if (entries && legend) layOutLegend(entries, width - besidePanel, values, new Set(series.filter((one) => one.at_first).map(({ name }) => name)));
  else copy.vconcat = [panels];
  for (const param of copy.params) if (param.name in values) param.value = values[param.name];
  if (!titled) delete copy.title;
  copy.config = config(theme);
  return copy;
}

/// Returns the room that is left of a panel: a legend begins where its panel does.
function layOutPanels(panels, width, tallest, values, series) {
  panels.columns = Math.max(1, Math.min(panels.concat.length, Math.floor(width / 380)));
  const outer = Math.floor((width - (panels.columns - 1) * gap) / panels.columns);
  const longest = Math.max(...series.filter((one) => values.show_all || one.at_first).map(({ label }) => label.length), 0);
  const ends = Math.min(170, Math.ceil(letter * longest) + 12);
  let beside = axisRoom;
  for (const panel of panels.concat) {
    const { y } = panel.encoding;
    panel.title = { text: panel.title, fontSize: 13.5 };
    if (y.type === 'nominal') {
      y.axis.labelLimit = Math.min(220, Math.floor(outer * 0.42));
      y.axis.minExtent = y.axis.maxExtent = y.axis.labelLimit + 8;
      panel.width = outer - y.axis.labelLimit - 8 - overhang;
      beside = y.axis.labelLimit + 8;
      continue;
    }
    const room = outer - axisRoom - overhang;
    const named = room - ends >= 280 && panel.layer.some(({ name, transform }) => name?.startsWith('ends_') && !transform[0].filter.includes('? [] : []'));
    panel.width = named ? room - ends + overhang : room;
    if (!named) panel.layer = panel.layer.filter(({ name }) => !name?.startsWith('ends_'));
    panel.height = Math.round(Math.min(tallest, Math.max(220, room * (panels.columns > 1 ? 0.72 : 0.5))));
  }
  values.ends_width = ends - 10;
  return beside;
}

function layOutLegend(legend, width, values, first) {
  const shown = legend.data.values.filter(({ series: name }) => values.show_all || first.has(name));
  const longest = 62 + 7.3 * Math.max(...shown.map(({ label }) => label.length));
  legend.width = width;
  values.legend_columns = Math.max(1, Math.min(shown.length, 4, Math.floor(legend.width / longest)));
  values.legend_width = Math.min(longest, legend.width);
  legend.height = 22 * Math.ceil(shown.length / values.legend_columns);
}
