import { benches } from './benches.ts';
import { recordFigures } from './record-figures.ts';
import { isSmoke } from './size.ts';
import { table } from './table.ts';

// `all` measures every bench and records the figures; `--record` records those of the named benches.
const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const wanted = names.filter((name) => name !== 'all');
const isRecorded = !isSmoke && (names.includes('all') || process.argv.includes('--record'));
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0 || process.argv.includes('--help')) {
  process.stderr.write(`npm run bench -- [--smoke] [--record] [all] [${Object.keys(benches).join('] [')}]\n`);
  process.exit(unknown.length > 0 ? 2 : 0);
}
const failed: string[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    const rows = await bench();
    process.stdout.write(`${name}\n${table(rows)}\n`);
    if (isRecorded) for (const line of await recordFigures(name, rows)) process.stdout.write(`${line}\n`);
  } catch (error) {
    failed.push(name);
    process.stderr.write(`${name} broke off: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
}
if (failed.length > 0) process.stderr.write(`broke off: ${failed.join(', ')}\n`);
process.exit(failed.length > 0 ? 1 : 0);
