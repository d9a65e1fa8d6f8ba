import { migrate } from '../database/database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { anchorTables } from './anchors.ts';
import { createPool } from '../database/database.ts';
import { noteMacCutOver, readMacCutOver } from './mac-cut-over.ts';
import { openTestLog, testMetadata } from '../testing/open-log.ts';

let world: Awaited<ReturnType<typeof openTestLog>>;
beforeEach(async () => {
  world = await openTestLog();
  await migrate(world.pool, { anchors: anchorTables });
});
afterEach(() => world.close());

async function append(): Promise<bigint> {
  const fact = { id: randomUUID(), fact: { type: 'Counted', data: { by: 1 } }, metadata: testMetadata };
  return (await world.log.append(`coins-${randomUUID()}`, 'none', [fact])).position;
}

test('it is behind all that was written before, and stays', async () => {
  const last = await append();
  await noteMacCutOver(world);
  const noted = await readMacCutOver(world.pool);
  expect(noted).toBeGreaterThan(last);
  expect(await append()).toBeGreaterThanOrEqual(noted ?? 0n);
  await Promise.all([noteMacCutOver(world), noteMacCutOver(world)]);
  expect(await readMacCutOver(world.pool)).toBe(noted);
});

test.each(['app', 'api background'])('while a process of before runs as %s it is not known', async (name) => {
  const older = createPool(world.database.url, { max: 1, name });
  await older.query('SELECT 1');
  await noteMacCutOver(world);
  expect(await readMacCutOver(world.pool)).toBeNull();
  const last = await append();
  await older.end();
  // Its session ends a moment after it has said so.
  await expect
    .poll(async () => {
      await noteMacCutOver(world);
      return readMacCutOver(world.pool);
    })
    .toBeGreaterThan(last);
});
