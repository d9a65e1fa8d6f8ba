import { benches } from './benches.ts';
import { table } from './table.ts';

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0 || process.argv.includes('--help')) {
  process.stderr.write(`npm run bench -- [--smoke] [${Object.keys(benches).join('] [')}]\n`);
  process.exit(unknown.length > 0 ? 2 : 0);
}
const failed: string[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    process.stdout.write(`${name}\n${table(await bench())}\n`);
  } catch (error) {
    failed.push(name);
    process.stderr.write(`${name} broke off: ${error instanceof Error ? error.stack : String(error)}\n`);
  }
}
if (failed.length > 0) process.stderr.write(`broke off: ${failed.join(', ')}\n`);
process.exit(failed.length > 0 ? 1 : 0);
