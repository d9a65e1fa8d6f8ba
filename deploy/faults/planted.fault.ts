import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { plantedFaults, type PlantedFault } from '../simulate/planted/faults.ts';
import { test } from 'vitest';
import { tell } from './harness/tell.ts';

const built = (path: string): string => fileURLToPath(new URL(`../dist/simulate/${path}`, import.meta.url));
const MINUTES = 4;

/** What the simulator says of a product with this fault in it. */
async function simulate({ name, real }: PlantedFault): Promise<{ code: number | null; says: string }> {
  const flags = ['--seed', '1', '--minutes', String(MINUTES), '--as-found', ...(real ? ['--real'] : [])];
  const env = { ...process.env, EASEL_PLANTED_FAULT: name };
  const child = spawn(process.execPath, ['--import', built('planted/plant.js'), built('main.js'), ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [says, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null]>]);
  return { code, says };
}

test.each(plantedFaults.map((fault) => [fault.name, fault] as const))(
  'the simulator finds that %s',
  async (name, fault) => {
    const { code, says } = await simulate(fault);
    if (code !== 1 || !/^found after \d+ steps$/m.test(says)) throw new Error(`not found: ${says.slice(-2_000)}`);
    const [found = ''] = /^found after \d+ steps$/m.exec(says) ?? [];
    const [rule = ''] = /^seed .*$/m.exec(says) ?? [];
    tell(name, { found, rule: rule.slice(0, 120) });
  },
  (MINUTES + 1) * 60_000,
);
