// SPDX-License-Identifier: MIT
// Pages that the program writes, in Chromium: the demo, a run on files and a sweep. node pages_test.mjs SOTTO CLINICS FOLDER
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { desktop, opened } from './browser.mjs';

const [sotto, clinics, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/// All clinics stay where they lie; the sweep is over epsilon, with shares and with errors.
const sweep = readFileSync(join(clinics, 'clinics.toml'), 'utf8').replaceAll('file = "', `file = "${clinics}/`) + `
[sweep]
x = "privacy.epsilon"
values = [0.5, 2, 8]
metrics = ["accuracy", "log_loss", "normalised_error"]
`;
writeFileSync(join(folder, 'sweep.toml'), sweep);

const made = {
  demo: ['demo', '--trials', '20'],
  clinics: ['run', join(clinics, 'clinics.toml'), '--set', 'run.trials=4', '--set', 'run.baselines=all'],
  sweep: ['run', join(folder, 'sweep.toml'), '--set', 'run.trials=2'],
  advice: ['plan', join(clinics, 'clinics.toml'), '--advise', '--set', 'advice.trials=2', '--set', 'advice.most_rounds=10', '--set', 'advice.numbers=1000'],
  reproduction: ['reproduce', '--figure', '1', '--trials', '2'],
  both: ['report', join(folder, 'demo'), join(folder, 'clinics')],
  federation: ['federate', '3', join(clinics, 'clinics.toml')],
};
const withFigures = Object.keys(made).filter((name) => name !== 'federation');
const manySeries = ['demo', 'clinics'], runs = [...manySeries, 'sweep'];
for (const [name, words] of Object.entries(made))
  execFileSync(sotto, [...words, '--quiet', '--out', join(folder, name)], { cwd: clinics });
const addressOf = (name) => pathToFileURL(join(folder, name, 'report.html')).href;

const onEveryPage = async (options, look, names = Object.keys(made)) => {
  for (const name of names) await opened(addressOf(name), options, (page) => look(page, name));
};

/// What the page drew: every visible mark and line of every figure, with its series as Vega has it.
const drawnSeries = (page) => page.$$eval('.figure', (figures) => figures.map((figure) => {
  const seen = new Map();
  for (const path of figure.querySelectorAll('.screen .mark-symbol[class*=marks_] path')) {
    const { series } = path.__data__.datum;
    // The outline without its size: numbers over the largest of them.
    const numbers = path.getAttribute('d').match(/-?[\d.]+(?:e-?\d+)?/g).map(Number);
    const most = Math.max(...numbers.map(Math.abs));
    const letters = path.getAttribute('d').replace(/[^a-z]/gi, '');
    seen.set(series, { mark: `${letters} ${numbers.map((n) => (n / most).toFixed(2)).join(' ')}`, colour: getComputedStyle(path).fill });
  }
  for (const path of figure.querySelectorAll('.screen .mark-line.role-mark path')) {
    const datum = path.__data__?.[0]?.datum ?? path.__data__?.datum ?? path.parentNode.__data__?.items?.[0]?.datum;
    if (datum && !seen.has(datum.series)) seen.set(datum.series, { mark: 'line', colour: getComputedStyle(path).stroke });
  }
  return { id: figure.id, series: Object.fromEntries(seen) };
}));

test('a figure shows at most six series at first, and all on demand', () => onEveryPage(desktop, async (page, name) => {
  let asked = 0;
  for (const { id, series } of await drawnSeries(page)) {
    const shown = Object.keys(series).length;
    assert.ok(shown > 0 && shown <= 6, `${id} of ${name} shows ${Object.keys(series)}`);
    const more = page.locator(`#${id} .more`);
    if (await more.count() === 0) continue;
    ++asked;
    await more.click();
    await page.waitForFunction(([of, least]) => new Set([...document.querySelectorAll(`#${of} .screen .mark-symbol[class*=targets] path`)].map((path) => path.__data__.datum.series)).size > least, [id, 6]);
    assert.equal(await more.textContent(), 'Show fewer');
  }
  if (manySeries.includes(name)) assert.ok(asked > 0, `${name} leaves something out`);
}, withFigures));

test('a method has one mark and one colour, and no two of a page share both', async () => {
  const everywhere = new Map();
  await onEveryPage(desktop, async (page, name) => {
    for (const more of await page.locator('.more').all()) await more.click();
    await page.waitForFunction(() => [...document.querySelectorAll('.more')].every((more) => more.getAttribute('aria-expanded') === 'true'));
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
    const looks = new Map();
    for (const { id, series } of await drawnSeries(page))
      for (const [method, { mark, colour }] of Object.entries(series)) {
        if (mark === 'line') continue; // theory is no method
        const look = `${colour} ${mark}`;
        assert.equal(looks.get(look) ?? method, method, `${method} on ${id} of ${name} looks like ${looks.get(look)}`);
        looks.set(look, method);
        assert.equal(everywhere.get(method) ?? look, look, `${method} changes on ${id} of ${name}`);
        everywhere.set(method, look);
      }
    assert.ok(looks.size >= 3, `${name} has ${looks.size} methods`);
  }, withFigures);
});

test('people read their own words: no name of the data stands in a figure, a legend or a table', () => onEveryPage(desktop, async (page, name) => {
  for (const summary of await page.locator('.numbers summary').all()) await summary.click();
  await page.waitForFunction(() => [...document.querySelectorAll('.numbers')].every((one) => one.querySelector('table')));
  const words = await page.$$eval('.figure .screen text, .legend button, th, td, .summary, h3', (all) => all.map((one) => one.textContent));
  for (const id of ['node_alone', 'no_privacy', 'minimiser', 'log_loss', 'normalised_error', 'one_shot', 'calibration_error', 'curator_'])
    assert.deepEqual(words.filter((text) => text.split(/\s/).includes(id)), [], `${id} on ${name}`);
}));

test('marks stand on their ticks where an axis has words', () => onEveryPage(desktop, async (page, name) => {
  const far = await page.$$eval('.screen svg', (all) => all.flatMap((svg) => [...svg.querySelectorAll('.mark-symbol[class*=marks_] path')]
    .filter((path) => typeof path.__data__.datum.x === 'string').map((path) => {
      const box = path.getBoundingClientRect(), middle = (box.top + box.bottom) / 2;
      const lines = [...svg.querySelectorAll('.role-axis-grid line')].map((line) => line.getBoundingClientRect()).filter(({ height }) => height < 2).map(({ top }) => top);
      return Math.min(...lines.map((top) => Math.abs(top - middle)));
    })));
  if (manySeries.includes(name)) assert.ok(far.length > 0);
  for (const distance of far) assert.ok(distance < 3, `${distance} pixels off on ${name}`);
}));

for (const [kind, width] of [['a desktop', 1280], ['a phone', 390]])
  test(`numbers of an axis stand apart on ${kind}`, () => onEveryPage({ ...desktop, viewport: { width, height: 900 } }, async (page, name) => {
    const touching = await page.$$eval('.screen .role-axis-label', (axes) => axes.flatMap((axis) => {
      const labels = [...axis.querySelectorAll('text')].filter((text) => text.textContent && text.getAttribute('opacity') !== '0')
        .map((text) => ({ text: text.textContent, ...text.getBoundingClientRect().toJSON() }))
        .sort((a, b) => a.left - b.left || a.top - b.top);
      return labels.slice(1).filter((label, k) => label.left < labels[k].right + 2 && label.top < labels[k].bottom && label.bottom > labels[k].top)
        .map((label) => label.text);
    }));
    assert.deepEqual(touching, [], `on ${name}`);
  }));

/// Of WCAG, for colours as rgb(...).
function contrast(one, other) {
  const luminance = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, k) => sum + part * [0.2126, 0.7152, 0.0722][k], 0);
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

for (const colorScheme of ['light', 'dark'])
  test(`text and marks stand out: ${colorScheme}`, () => onEveryPage({ ...desktop, colorScheme }, async (page, name) => {
    const found = await page.evaluate(() => {
      const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
          const colour = getComputedStyle(at).backgroundColor;
          if (!/^rgba\(.*, 0\)$/.test(colour)) return colour;
        }
        return 'rgb(255, 255, 255)';
      };
      const ownText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      const texts = [...document.querySelectorAll('main *')].filter((one) => ownText(one) && one.checkVisibility?.() && !one.closest('.printed'))
        .map((one) => ({ what: one.textContent.slice(0, 40), colour: one.closest('svg') ? getComputedStyle(one).fill : getComputedStyle(one).color, behind: behind(one) }));
      const marks = [...document.querySelectorAll('.screen .mark-symbol[class*=marks_] path')]
        .map((one) => ({ what: one.__data__.datum.series, colour: getComputedStyle(one).fill, behind: behind(one) }));
      const lines = [...document.querySelectorAll('.screen .mark-line.role-mark path, .legend .sample path')].filter((one) => one.getClientRects().length > 0 && getComputedStyle(one).stroke !== 'none')
        .map((one) => ({ what: 'a line', colour: getComputedStyle(one).stroke, behind: behind(one) }));
      return { texts, marks: [...marks, ...lines] };
    });
    assert.ok(found.texts.length > 30, `${name} has ${found.texts.length} texts`);
    if (withFigures.includes(name)) assert.ok(found.marks.length > 10, `${name} has ${found.marks.length} marks`);
    for (const { what, colour, behind } of found.texts) assert.ok(contrast(colour, behind) >= 4.5, `${what} on ${name}: ${colour} on ${behind}`);
    for (const { what, colour, behind } of found.marks) assert.ok(contrast(colour, behind) >= 3, `${what} on ${name}: ${colour} on ${behind}`);
  }));

test('a keyboard reaches every figure, its points, its names and what was left out', () => onEveryPage(desktop, async (page, name) => {
  const wanted = new Set(await page.$$eval('.figure .screen, .legend button, .more', (all) => all.map((one, k) => { one.dataset.reach = k; return String(k); })));
  const told = new Set();
  for (let presses = 0; presses < 400 && wanted.size > 0; ++presses) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => ({ reach: document.activeElement.dataset.reach, screen: document.activeElement.className === 'screen' }));
    wanted.delete(at.reach);
    if (!at.screen) continue;
    await page.keyboard.press('ArrowRight');
    const text = await page.locator('.tooltip').innerText();
    assert.match(text, /mean|value/, `a point of ${name}`);
    told.add(text);
    await page.keyboard.press('Escape');
    assert.ok(!(await page.locator('.tooltip').isVisible()));
  }
  assert.deepEqual([...wanted], [], `out of reach on ${name}`);
  assert.ok(told.size > 1);
  const more = page.locator('.more').first();
  if (await more.count() === 0) return;
  await more.focus();
  await page.keyboard.press('Enter');
  assert.equal(await more.getAttribute('aria-expanded'), 'true');
}, withFigures));

test('a summary stands on top with three numbers', () => onEveryPage(desktop, async (page, name) => {
  assert.deepEqual(await page.locator('.summary dt').allTextContents(), ['Problem', 'Promise', 'Result', 'Verdict'], name);
  assert.equal(await page.locator('.three strong').count(), 3);
  const promise = await page.locator('.summary dd').nth(1).innerText();
  assert.match(promise, /epsilon = [\d.]+.*epsilon = [\d.]+/s, `both epsilons on ${name}: ${promise}`);
}, runs));

test('a page without a verdict of a run has its summary too', () => onEveryPage(desktop, async (page, name) => {
  assert.deepEqual((await page.locator('.summary dt').allTextContents()).slice(0, 3), ['Problem', 'Promise', 'Result'], name);
  assert.equal(await page.locator('.three strong').count(), 3);
  assert.match(await page.locator('.summary dd').nth(1).innerText(), /epsilon = [\d.]+/, name);
}, ['advice', 'federation']));

test('a run on files has its metrics, calibration, coefficients and the names of its nodes', () => opened(addressOf('clinics'), desktop, async (page) => {
  const titles = await page.locator('#test .screen .role-title-text text').allTextContents();
  for (const metric of ['Accuracy', 'AUC', 'Log loss', 'Calibration error']) assert.ok(titles.some((title) => title.startsWith(metric)), `${metric} in ${titles}`);
  for (const id of ['calibration', 'coefficients']) assert.ok(await page.locator(`#${id} .screen .mark-symbol path`).count() > 5, id);
  const nodes = await page.locator('#test_nodes .role-axis-label text').allTextContents();
  assert.ok(nodes.includes('north_synthetic'), nodes.join());
}));

test('the drawing of the graph follows light and dark', () => opened(addressOf('clinics'), { ...desktop, colorScheme: 'dark' }, async (page) => {
  const shown = () => page.$$eval('.drawing img', (images) => images.filter((image) => image.checkVisibility()).map((image) => decodeURIComponent(image.src)));
  const [dark] = await shown();
  await page.emulateMedia({ colorScheme: 'light' });
  const [light] = await shown();
  assert.notEqual(dark, light);
  assert.ok(dark.includes('north_synthetic') && light.includes('north_synthetic'));
}));
