import { spawn } from 'node:child_process';

// Formatting, imports and unused code need no compiler, so they run beside it; the type-aware lint reads its output.
// TypeScript 7 checks the types. TypeScript 6 stays installed for dependency-cruiser, which needs its JavaScript API.
const results = await Promise.all([
  inOrder(['types', 'node node_modules/typescript7/bin/tsc -b'], ['lint', 'oxlint --deny-warnings']),
  inOrder(['imports', 'depcruise --config .dependency-cruiser.cjs contracts services projections web admin deploy']),
  inOrder(['unused code', 'knip'], ['house rules', 'node .ci/house-rules.mjs']),
  inOrder(['format', 'prettier --check --log-level warn .']),
]);
const failed = results.flat().filter((result) => !result.passed);
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.map((result) => result.name).join(', ')}`);
  process.exitCode = 1;
}

/** Goes on after a failure: one run tells everything that is to be mended. */
async function inOrder(...checks) {
  const results = [];
  for (const [name, command] of checks) results.push(await run(name, command));
  return results;
}

/** Its output is shown when it is done, so that those of several do not mix. */
async function run(name, command) {
  const begun = performance.now();
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const code = await new Promise((done) => child.once('close', done));
  const passed = code === 0;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!passed) console.log(output.trimEnd());
  return { name, passed };
}
