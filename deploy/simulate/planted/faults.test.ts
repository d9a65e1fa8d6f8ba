import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plantedFaults } from './faults.ts';
import { builtAs, patched } from './patch.ts';

describe('a planted fault', () => {
  it.each(plantedFaults.map((fault) => [fault.name, fault] as const))('can be planted: %s', (_, fault) => {
    const built = readFileSync(builtAs(fault), 'utf8');
    expect(patched(fault, built)).not.toBe(built);
  });

  it('is in the process that is told of it, and in no other', () => {
    const plant = fileURLToPath(new URL('../../dist/simulate/planted/plant.js', import.meta.url));
    const program = `
      import { generationIdOf } from '@easel/api/generation/image-requests';
      const context = { key: 'k', actor: { kind: 'system', id: 'test' }, correlationId: 'c' };
      process.stdout.write(String(generationIdOf(context) === generationIdOf(context)));
    `;
    const answer = (flags: string[]): string => {
      const env = { ...process.env, EASEL_PLANTED_FAULT: 'an idempotency key is ignored' };
      const cwd = fileURLToPath(new URL('.', import.meta.url));
      return spawnSync(process.execPath, [...flags, '--input-type=module', '-e', program], {
        env,
        cwd,
        encoding: 'utf8',
      }).stdout;
    };
    expect([answer([]), answer(['--import', plant])]).toEqual(['true', 'false']);
  });
});
