import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

// Tests that passed only on their retry. Reporters record them; `node .ci/unsteady.mjs` lists them at the end of a CI
// run, and fails if one is on the list .ci/unsteady.txt: a test that was unsteady before is mended, not retried again.

const RECORD = 'node_modules/.cache/easel/unsteady.txt';
const KNOWN = '.ci/unsteady.txt';

export function recordUnsteady(name) {
  mkdirSync(dirname(RECORD), { recursive: true });
  appendFileSync(RECORD, `${name}\n`);
}

const linesOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []);

/** Returns the names recorded in this run and, of these, those that were unsteady before. */
export function unsteadyTests(recorded = linesOf(RECORD), known = linesOf(KNOWN)) {
  const names = [...new Set(recorded)];
  return { names, again: names.filter((name) => known.includes(name)) };
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === '--forget') rmSync(RECORD, { force: true });
  else {
    const { names, again } = unsteadyTests();
    for (const name of names) console.log(`unsteady: ${name}`);
    for (const name of again) console.error(`unsteady again, so it must be mended: ${name}`);
    if (again.length > 0) process.exitCode = 1;
  }
}
