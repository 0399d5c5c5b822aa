// SPDX-License-Identifier: MIT
// Builds build/web/page.html: the page without its content, in one file that needs nothing else.
import { build, transform } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const read = (path) => readFile(here(path), 'utf8');
const target = 'es2022';

const bundled = await build({
  entryPoints: [here('src/main.js')], bundle: true, minify: true, write: false, format: 'iife', target,
  legalComments: 'none', charset: 'utf8', logLevel: 'warning', metafile: true,
});
const program = bundled.outputFiles[0].text;
const style = (await transform(await read('src/page.css'), { loader: 'css', minify: true, target: 'chrome90' })).code.trim();
const loader = (await transform(await read('src/loader.js'), { minify: true, target })).code.trim();

// Nothing runs and nothing styles but these texts; nothing is fetched; there is no eval.
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = [
  "default-src 'none'", `script-src ${hash(loader)} ${hash(program)}`, `style-src ${hash(style)}`, 'img-src data:',
  "base-uri 'none'", "form-action 'none'",
].join('; ');

const parts = { policy, style, loader, program: gzipSync(program, { level: 9 }).toString('base64'), licences: await licences() };
const html = (await read('src/page.html')).replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
if (html.split('SOTTO_PAGE_DOCUMENT').length !== 2) throw new Error('the place of the document must stand once in the page');

// Written whole or not at all: the program embeds whatever lies there.
await mkdir(here('../build/web'), { recursive: true });
await writeFile(here('../build/web/page.html.new'), html);
await rename(here('../build/web/page.html.new'), here('../build/web/page.html'));
console.log(`build/web/page.html: ${Math.round(html.length / 1024)} KiB, program ${Math.round(program.length / 1024)} KiB unpacked`);

// The libraries' licences ask to be named wherever they go.
async function licences() {
  const names = new Set(Object.keys(bundled.metafile.inputs)
    .map((path) => path.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1]).filter(Boolean));
  const lines = [];
  for (const name of [...names].sort()) {
    const { version, license } = JSON.parse(await read(`node_modules/${name}/package.json`));
    lines.push(`${name} ${version} (${license})`);
  }
  return lines.join(', ');
}
