// SPDX-License-Identifier: MIT
// The report page in Chromium, from a file and with the network cut: node page_test.mjs WRITER PAGE.html
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { browser, desktop, opened } from './browser.mjs';

const [writer, file] = process.argv.slice(2);
execFileSync(writer, [file]);
const address = pathToFileURL(file).href;
const hostile = '</script><img src=x onerror=document.title=\'broken\'>"\'<!-- {{style}} & <b>bold</b>';

const open = (options, look, how) => opened(address, options, look, how);

const count = (page, selector) => page.locator(selector).count();
const texts = (page, selector) => page.locator(selector).allTextContents();
const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const brightness = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);

test('every figure has its marks, its axes and its legend', () => open(desktop, async (page) => {
  // Areas and lines are one path a series and panel; each panel has two axes with numbers.
  const figures = {
    figure1: { areas: 6, lines: 12, panels: 2, legend: ['default', 'paper, exactly normalised', 'paper', 'node alone', 'trusted curator', 'corrected bound'], marks: 100 },
    figure2: { areas: 3, lines: 4, panels: 1, legend: ['delta = 1e-3', 'delta = 1e-6', 'delta = 1e-9', 'exact, delta = 1e-3'], marks: 36 },
    graphs: { areas: 0, lines: 0, panels: 1, legend: ['plain averaging', 'Chebyshev', 'spectral bound'], marks: 12 },
    hard: { areas: 2, lines: 3, panels: 1, legend: [`NOT PRIVATE: ${hostile}`, 'with gaps', 'a long one'], marks: 54 },
    few: { areas: 1, lines: 2, panels: 2, legend: ['one', 'two'], marks: 3, numbers: 1 },
  };
  for (const [id, expected] of Object.entries(figures)) {
    const inside = `#${id} .screen svg`;
    assert.equal(await count(page, `${inside} .mark-area.role-mark path`), expected.areas, `areas of ${id}`);
    assert.equal(await count(page, `${inside} .mark-line.role-mark path`), expected.lines, `lines of ${id}`);
    const shown = await page.$$eval(`${inside} .mark-symbol.role-mark path`, (paths) => paths.filter((path) => getComputedStyle(path).opacity > 0).length);
    assert.equal(shown, expected.marks, `marks of ${id}`);
    assert.equal(await count(page, `${inside} .role-axis:has(.role-axis-title text)`), 2 * expected.panels, `axes of ${id}`);
    for (const axis of await page.$$eval(`${inside} .role-axis:has(.role-axis-title text)`, (axes) => axes.map((axis) => [...axis.querySelectorAll('.role-axis-label text')].filter((text) => text.textContent && getComputedStyle(text).opacity > 0).length)))
      assert.ok(axis >= (expected.numbers ?? 2), `an axis of ${id} has ${axis} numbers`);
    assert.deepEqual(await texts(page, `#${id} .legend button`), expected.legend, `legend of ${id}`);
    const [width, room] = await page.$eval(`#${id} .screen`, (box) => [Number(box.querySelector('svg').getAttribute('width')), box.clientWidth]);
    assert.ok(width <= room && width > room - 190, `${id} is ${width} wide in ${room}`);
  }
  assert.deepEqual(await texts(page, '.more'), ['Show all 7']);
  assert.match((await texts(page, '#hard .reading'))[0], /4 points have no place/);
  assert.match((await texts(page, '#nothing .screen'))[0], /nothing to draw/);
  assert.deepEqual(await texts(page, '#nothing button'), ['CSV', 'Vega-Lite']);
}));

test('a text is text wherever it stands, and a verdict is more than a colour', () => open(desktop, async (page) => {
  assert.equal(await page.title(), 'The paper\'s four figures, measured again');
  for (const selector of ['.claim', '.source', '.evidence', '.exposed li', '#hard figcaption p', '#tables td'])
    assert.ok((await texts(page, selector)).includes(hostile), selector);
  assert.equal(await count(page, 'main b:not(.tally b)'), 0);
  assert.equal(await count(page, 'img:not([src^="data:image/svg+xml,"])'), 0);
  assert.ok(await page.$$eval('img', (images) => images.every((image) => image.complete && image.naturalWidth > 0)));

  // The notice stands first; a verdict has a word, a shape, a colour and a way to its figure.
  assert.ok((await page.locator('main').innerText()).startsWith('SIMULATION: no privacy'));
  assert.deepEqual(await texts(page, '.verdict .word'), ['holds in part', 'holds', 'does not hold', 'holds']);
  assert.equal(new Set(await page.$$eval('.verdict .word', (words) => words.map((word) => word.querySelector('path').getAttribute('d')))).size, 3);
  assert.equal(new Set(await page.$$eval('.verdict .word', (words) => words.map((word) => getComputedStyle(word).color))).size, 3);
  for (const target of await page.$$eval('.verdict a, nav a, .notice a', (links) => links.map((link) => link.getAttribute('href'))))
    assert.equal(await count(page, target), 1, target);
  assert.deepEqual(await texts(page, '#repeat dd'), ['20140101', '0.1.0', 'eb5211a3c0b1d7e6f00c2c2b1a9f8e7d6c5b4a39']);
}));

test('a point tells its numbers, and a name picks its series', () => open(desktop, async (page) => {
  const faint = () => page.$$eval('#figure1 .mark-line.role-mark path', (lines) => lines.filter((line) => Number(line.getAttribute('opacity') ?? 1) < 0.5).length);
  await page.evaluate(() => new Promise((done) => {
    document.getElementById('figure1').scrollIntoView();
    requestAnimationFrame(() => requestAnimationFrame(done)); // scrolling hides what a point told
  }));
  // Marks stand in the order of the observations, theory left out: this is the first series at T = 1000.
  await page.locator('#figure1 .mark-symbol.role-mark').first().locator('path').nth(9 * 5).hover({ force: true });
  const shown = await page.locator('.tooltip').innerText();
  for (const word of ['default', 'gradient rounds T\t1000', 'mean', 'trials\t400', 'standard error', 'median', '10 % below', '90 % below']) assert.ok(shown.includes(word), `${word} in ${shown}`);
  assert.equal(await faint(), 0);
  const curator = page.locator('#figure1 .legend button', { hasText: 'trusted curator' });
  await curator.click();
  await page.waitForFunction(() => document.querySelectorAll('#figure1 .mark-line.role-mark path[opacity="0.12"]').length > 0);
  assert.equal(await faint(), 10);
  assert.equal(await curator.getAttribute('aria-pressed'), 'true');
  await curator.click();
  await page.waitForFunction(() => document.querySelectorAll('#figure1 .mark-line.role-mark path[opacity="0.12"]').length === 0);
}));

test('figures are saved as SVG, PNG, CSV and Vega-Lite, and their numbers are a table too', () => open({ ...desktop, colorScheme: 'dark' }, async (page) => {
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#figure1 .actions button', { hasText: name }).click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };
  const svg = await saved('SVG');
  assert.equal(svg.name, 'figure1.svg');
  for (const part of ['<svg ', 'Figure 1: error against gradient rounds', 'trusted curator', '</svg>', 'fill="#ffffff"'])
    assert.ok(svg.bytes.includes(part), part);
  const png = await saved('PNG');
  assert.equal(png.name, 'figure1.png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.bytes.readUInt32BE(16) >= 1700, 'wide enough to print');
  const csv = await saved('CSV');
  assert.equal(csv.name, 'figure1.csv');
  const lines = csv.bytes.toString().trimEnd().split('\n');
  assert.equal(lines[0], 'series,x,metric,trials,mean,standard_error,q10,median,q90');
  assert.equal(lines.length, 141);
  assert.ok(lines.some((line) => line.startsWith('"paper, exactly normalised",1000,released_error,400,')));
  const spec = JSON.parse((await saved('Vega-Lite')).bytes);
  assert.equal(spec.data.values.length, 140);
  await page.locator('#figure1 summary').click();
  await page.locator('#figure1 .numbers table').waitFor();
  assert.equal(await count(page, '#figure1 .numbers tbody tr'), 140);
}));

test('on a phone nothing but tables scrolls sideways', () => open({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }, async (page) => {
  for (const details of await page.locator('.numbers').all()) {
    await details.locator('summary').click();
    await details.locator('table').waitFor();
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.ok(await page.$eval('#tables .scroll', (frame) => frame.scrollWidth > frame.clientWidth));
  assert.ok(await page.$$eval('.screen svg', (drawn) => drawn.every((one) => one.getBoundingClientRect().right <= 360)));
  assert.ok(await page.$$eval('.screen svg text', (all) => all.every((one) => parseFloat(getComputedStyle(one).fontSize) >= 12)));
}));

test('the page follows light and dark while it is open', () => open({ ...desktop, colorScheme: 'light' }, async (page) => {
  const inks = () => page.$$eval('#figure1 .screen .role-axis-label text', (all) => [...new Set(all.map((one) => getComputedStyle(one).fill))]);
  const light = { page: await background(page), inks: await inks() };
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction((ink) => getComputedStyle(document.querySelector('#figure1 .screen .role-axis-label text')).fill !== ink, light.inks[0]);
  const dark = { page: await background(page), inks: await inks() };
  assert.ok(brightness(light.page) > 700 && brightness(dark.page) < 150, `${light.page} ${dark.page}`);
  assert.ok(light.inks.every((ink) => brightness(ink) < 400), light.inks.join(' '));
  assert.ok(dark.inks.every((ink) => brightness(ink) > 400), dark.inks.join(' '));
}));

test('print is light, without buttons, with every figure', () => open({ ...desktop, colorScheme: 'dark' }, async (page) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.equal(await background(page), 'rgb(255, 255, 255)');
  assert.ok(brightness(await page.evaluate(() => getComputedStyle(document.body).color)) < 200);
  for (const hidden of ['button', '.screen', 'nav', 'summary']) assert.ok(!(await page.locator(hidden).first().isVisible()), hidden);
  assert.equal(await count(page, '.printed img'), 5);
  assert.ok(await page.$$eval('.printed img', (images) => images.every((image) => image.naturalWidth > 600 && image.getBoundingClientRect().height > 100)));
  assert.deepEqual(await page.$$eval('.drawing img', (images) => images.map((image) => image.checkVisibility())), [true, false]);
  const printed = await page.$eval('#figure1 .printed img', (image) => decodeURIComponent(image.src));
  for (const part of ['trusted curator', 'stroke="#0068A8"', 'fill="#1f2328"']) assert.ok(printed.includes(part), part);
  assert.equal((await page.pdf({ format: 'A4' })).subarray(0, 4).toString(), '%PDF');
}));

test('the policy has no eval and no host, and keeps out a script that is not the page\'s', () => open(desktop, async (page, faults) => {
  const policy = await page.$eval('meta[http-equiv=Content-Security-Policy]', (meta) => meta.content);
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^' ]+' 'sha256-[^' ]+';/);
  assert.doesNotMatch(policy, /unsafe|http|blob:|\*/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "broken"';
    document.body.append(script);
    document.body.append(Object.assign(document.createElement('img'), { src: 'http://localhost:9/x.png' }));
  });
  assert.notEqual(await page.title(), 'broken');
  while (faults.length < 2) await page.waitForEvent('console');
  assert.ok(faults.splice(0).every((fault) => /Content Security Policy|localhost/.test(fault)));
}));

test('without JavaScript, or in an old browser, the page says where the numbers are', async () => {
  await open({ ...desktop, javaScriptEnabled: false }, async (page) => {
    assert.match(await page.locator('.no-script').innerText(), /as text, and the numbers of every figure as CSV/);
  }, { ready: false });
  const context = await browser().newContext({ offline: true });
  await context.addInitScript(() => { delete globalThis.DecompressionStream; });
  const page = await context.newPage();
  await page.goto(address);
  assert.match(await page.locator('main .no-script').innerText(), /too old/);
  await context.close();
});
