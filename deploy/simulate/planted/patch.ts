import { fileURLToPath } from 'node:url';
import type { PlantedFault } from './faults.ts';

/** Where the module was built, as a path. */
export const builtAs = ({ module }: PlantedFault): string =>
  fileURLToPath(import.meta.resolve(`@easel/${module}`))
    .replace('/src/', '/dist/')
    .replace(/\.ts$/, '.js');

/** The module's code with the fault in it. Throws where a statement stands there not once: the code has moved on. */
export const patched = ({ name, patches }: PlantedFault, code: string): string =>
  patches.reduce((text, [from, to]) => {
    const pattern = anyLayout(from);
    const times = text.match(new RegExp(pattern, 'g'))?.length ?? 0;
    if (times !== 1) throw new Error(`“${name}” cannot be planted: ${from} stands there ${times} times`);
    return text.replace(new RegExp(pattern), () => to);
  }, code);

/** Matches the statement with any white space where it has some, and either kind of quotation mark. */
const anyLayout = (statement: string): string =>
  statement
    .replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/['"]/g, `['"]`);
