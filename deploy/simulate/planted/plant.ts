import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { plantedFaults } from './faults.ts';
import { builtAs, patched } from './patch.ts';

/** Names the fault to be planted, for a process that imports this before everything else. */
const name = process.env['EASEL_PLANTED_FAULT'];
const fault = plantedFaults.find((one) => one.name === name);
if (!fault) throw new Error(`EASEL_PLANTED_FAULT: no fault is called ${name}`);
const path = builtAs(fault);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith('file:') || fileURLToPath(url) !== path) return loaded;
    return { ...loaded, source: patched(fault, readFileSync(path, 'utf8')) };
  },
});
