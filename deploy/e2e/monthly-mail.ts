import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { catalogue } from '@easel/contracts/catalogue';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { readEndpoints } from '../local/endpoints.ts';
import type { Product } from './product.ts';

/** Nothing in the fact is sealed. */
const nobody = {
  seal: () => Promise.reject(new Error('nothing is to be sealed')),
  open: () => Promise.reject(new Error('nothing is to be opened')),
  openNow: () => undefined,
};

/**
 * Records that a member is sent the mail of a month, as it comes to pass on the first of the next: nobody waits for
 * that.
 */
export async function sendMonthlyMail({ dataDir }: Product, memberId: string, month: string): Promise<void> {
  assert.ok(dataDir, 'DATA_DIR of the product that runs tells where its log is');
  const log = new EventLog(readEndpoints(dataDir).eventStoreUrl, catalogue, nobody);
  try {
    const stream = memberStream.nameOf(memberId);
    const { length } = await Array.fromAsync(log.readStored(stream));
    const fact: MemberFact = { type: 'DigestSent', data: { memberId, month } };
    const actor = { kind: 'system', id: 'a story' } as const;
    const metadata = { $correlationId: randomUUID(), actor, schemaVersion: 1 };
    await log.append(stream, length - 1, [{ id: randomUUID(), fact, metadata }]);
  } finally {
    await log.close();
  }
}
