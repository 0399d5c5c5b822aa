// SPDX-License-Identifier: MIT
// Chromium for tests of pages, from files and with the network cut.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';

const { chromium } = createRequire(new URL('../../web/package.json', import.meta.url))('playwright-core');

export const desktop = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' };

let running;
before(async () => {
  running = await chromium.launch({
    executablePath: execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim(),
    // The last two: a page behind others has the lowest priority, and on a busy machine it would never be drawn.
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run',
      '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows'],
  });
});
after(() => running.close());

export const browser = () => running;

/// Opens a page, gives it to `look`, and then asks whether anything went wrong or was fetched.
export async function opened(address, options, look, { ready = true } = {}) {
  const context = await running.newContext({ offline: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.PAGE_TIMEOUT ?? 500000));  // a busy machine is no fault of the page
  const faults = [];
  page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (fault) => faults.push(String(fault)));
  page.on('request', (request) => { if (request.url() !== address && !request.url().startsWith('data:')) faults.push(`fetched ${request.url()}`); });
  await page.goto(address);
  if (ready) await page.waitForSelector('html[data-state=ready]');
  await look(page, faults);
  await context.close();
  assert.deepEqual(faults, []);
}
