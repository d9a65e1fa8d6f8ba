import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'easel-fault-point-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = `
  import { faultPoint } from ${JSON.stringify(new URL('./fault-point.ts', import.meta.url).href)};
  for (const step of ['a', 'b', 'a', 'b']) { faultPoint(step); process.stdout.write(step); }
`;

function run(env: Record<string, string>): { signal: string | null; told: string; errors: string } {
  const { signal, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { signal, told: stdout, errors: stderr };
}

describe('a fault point', () => {
  it('costs nothing and does nothing where none is set', () => {
    expect(run({})).toMatchObject({ signal: null, told: 'abab' });
  });

  it('kills the process before the next line runs', () => {
    expect(run({ EASEL_FAULT_POINT: 'b' })).toMatchObject({ signal: 'SIGKILL', told: 'a' });
  });

  it('waits for the pass it was told', () => {
    expect(run({ EASEL_FAULT_POINT: 'b#2' })).toMatchObject({ signal: 'SIGKILL', told: 'aba' });
    expect(run({ EASEL_FAULT_POINT: 'b#3' })).toMatchObject({ signal: null, told: 'abab' });
  });

  it('lets the restarted process pass where a file remembers the first', () => {
    const once = { EASEL_FAULT_POINT: 'a#2', EASEL_FAULT_ONCE_FILE: join(folder, 'once') };
    expect(run(once)).toMatchObject({ signal: 'SIGKILL', told: 'ab' });
    expect(existsSync(once.EASEL_FAULT_ONCE_FILE)).toBe(true);
    expect(run(once)).toMatchObject({ signal: null, told: 'abab' });
  });

  it('refuses a setting it cannot read', () => {
    expect(run({ EASEL_FAULT_POINT: 'a#none' }).errors).toContain('EASEL_FAULT_POINT: expected name or name#n');
  });
});
