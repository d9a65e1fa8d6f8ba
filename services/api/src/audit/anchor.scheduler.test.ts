import { readAnchors, type Anchor } from '@easel/kernel/proof/anchors';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '../account/account.decider.ts';
import { november } from '../account/testing/account-facts.ts';
import { startApi } from '../testing/api-server.ts';
import { AnchorScheduler } from './anchor.scheduler.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.close());

async function anchors(): Promise<Anchor[]> {
  const made: Anchor[] = [];
  for await (const anchor of readAnchors(server.foundation.pool)) made.push(anchor);
  return made;
}

test('the command side anchors the money streams once an hour', async () => {
  const scheduler = server.app.get(AnchorScheduler, { strict: false });
  const { signal } = new AbortController();
  await scheduler.anchorWhenDue(signal);
  expect(await anchors()).toEqual([]);
  const memberId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
  for (const key of ['one', 'two']) {
    const command = {
      type: 'GrantCredits',
      memberId,
      key,
      tenths: 5,
      reason: 'prize',
      note: null,
      at: november,
    } as const;
    const context = { key, actor: { kind: 'system', id: 'test' }, correlationId: key } as const;
    await server.foundation.runner.execute(`account-${memberId}`, account, command, context);
    await scheduler.anchorWhenDue(signal);
  }
  expect(await anchors()).toMatchObject([{ number: 1, streams: 1, macCutOver: expect.any(BigInt) }]);
});
