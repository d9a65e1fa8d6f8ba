import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Runs one bench of a built checkout in a process of its own and writes its rows as JSON:
// `measure.js CHECKOUT BENCH FILE [--smoke]`.
const [, , checkout = '', name = '', file = ''] = process.argv;
const program = pathToFileURL(resolve(checkout, 'deploy/dist/bench/benches.js')).href;
const { benches } = (await import(program)) as typeof import('./benches.ts');
const bench = benches[name];
if (!bench) throw new Error(`${checkout} has no bench ${name}`);
writeFileSync(file, JSON.stringify(await bench()));
process.exit(0);
