import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasBrowser } from '../e2e/browser.ts';
import { benches } from './benches.ts';

const program = fileURLToPath(new URL('../dist/bench/main.js', import.meta.url));

/** They look at pages. */
const inBrowser = ['first-load', 'pages', 'lighthouse', 'gallery-scroll', 'studio'];
const runnable = Object.keys(benches).filter((name) => hasBrowser() || !inBrowser.includes(name));

test.each(runnable)('%s runs, and comes to figures', async (name) => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, name, '--smoke']);
  const [title, heading, ...rows] = stdout.trimEnd().split('\n');
  expect([title, heading?.trim().split(/ +/)]).toEqual([name, ['what', 'bare', 'ours', 'ratio', 'goal']]);
  expect(rows.length).toBeGreaterThan(0);
});
