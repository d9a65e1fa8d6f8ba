import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

// Everything that is too slow for the gate, in parts: `npm run verify` runs those that have not passed at this commit,
// `npm run verify -- PART …` runs these, `npm run verify -- --list` prints each part's last result.
const FAULTS = 'vitest run --config deploy/faults/vitest.config.ts';
const PLAYWRIGHT = 'playwright test --config deploy/e2e/playwright.config.ts';
const PARTS = {
  stories: { what: 'every story in a browser', command: `${PLAYWRIGHT} --project stories`, compress: true },
  looks: { what: 'every page in both themes at three widths', command: `${PLAYWRIGHT} --project looks` },
  cases: {
    what: 'property tests with ten times as many cases',
    command: `TEST_RUNS=10 vitest run --testTimeout=600000 $(git grep -l "testing/runs'" -- '*.test.ts')`,
  },
  programs: {
    what: 'programs as processes, and the local servers held against the real ones',
    command: 'vitest run --project programs',
  },
  lives: {
    what: 'lives of the simulator, the demo data and payments on real servers',
    command: 'vitest run --project lives',
  },
  simulator: {
    what: '1,700 lives of the simulator, 500 about challenges, by a seed of its own, for at most an hour',
    // Without lives that are made smaller, a failure prints its seed and the command that lives it once more.
    command: 'node deploy/dist/simulate/main.js --lives 1700 --minutes 60 --as-found',
  },
  faults: { what: 'kill -9 at every failpoint, outages and attacks', command: `${FAULTS} --project together` },
  attacks: {
    what: 'attacks that measure time, and every bench at its least size',
    command: `${FAULTS} --project alone`,
  },
  longer: { what: 'faults that need the machine or minutes for themselves', command: `${FAULTS} --project longer` },
};

const RESULTS = '.verify';
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** A commit, with a mark where the working tree differs from it: what ran is then not what the commit holds. */
const here = () => git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain') ? '+changes' : '');

function lastResult(part) {
  try {
    return JSON.parse(readFileSync(`${RESULTS}/${part}.json`, 'utf8'));
  } catch {
    return undefined;
  }
}

function keepResult(part, result) {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(`${RESULTS}/${part}.json`, `${JSON.stringify(result, undefined, 2)}\n`);
}

function list() {
  for (const [part, { what }] of Object.entries(PARTS)) {
    const last = lastResult(part);
    const result = last ? `${last.passed ? 'passed' : 'FAILED'} in ${last.seconds} s at ${last.commit}` : 'not run yet';
    console.log(`${part.padEnd(9)} ${what}: ${result}`);
  }
}

function verify(part) {
  const { command, compress } = PARTS[part];
  const commit = here();
  const begun = performance.now();
  console.log(`== ${part}: ${command}`);
  const build = spawnSync(process.execPath, ['deploy/local/build.mjs', ...(compress ? ['--compress'] : [])], {
    stdio: 'inherit',
  });
  const run = build.status === 0 ? spawnSync(command, { shell: true, stdio: 'inherit' }) : build;
  const passed = run.status === 0;
  const seconds = Math.round((performance.now() - begun) / 1000);
  keepResult(part, { part, passed, seconds, commit, endedAt: new Date().toISOString() });
  console.log(`== ${part}: ${passed ? 'passed' : 'FAILED'} in ${seconds} s`);
  return passed;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } });
const unknown = positionals.filter((part) => !Object.hasOwn(PARTS, part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
if (values.list) list();
else {
  const commit = here();
  const isDone = (part) => lastResult(part)?.passed && lastResult(part)?.commit === commit;
  const parts = positionals.length > 0 ? positionals : Object.keys(PARTS).filter((part) => !isDone(part));
  const failed = parts.filter((part) => !verify(part));
  list();
  if (failed.length > 0) process.exitCode = 1;
}
