import { randomUUID } from 'node:crypto';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import type { TestMember } from './api-server.ts';

/** Appends a request that is due, as if the member had asked to be erased a fortnight ago. */
export const askedLongAgo = (server: TestServer, member: TestMember, givesUp = false): Promise<void> =>
  ask(server, member, { daysAgo: 15, givesUp });

/** Appends a request that is not due yet, so that nothing is erased while a test looks at what it waits for. */
export const askedYesterday = (server: TestServer, member: TestMember, givesUp = false): Promise<void> =>
  ask(server, member, { daysAgo: 1, givesUp });

async function ask(
  { foundation }: TestServer,
  { id: memberId }: TestMember,
  { daysAgo, givesUp }: { daysAgo: number; givesUp: boolean },
): Promise<void> {
  const stream = memberStream.nameOf(memberId);
  const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const [requestedAt, erasesAt] = [dayFromNow(-daysAgo), dayFromNow(14 - daysAgo)];
  const fact: MemberFact = { type: 'ErasureRequested', data: { memberId, requestedAt, erasesAt, givesUp } };
  const context = { key: randomUUID(), actor: { kind: 'member', id: memberId }, correlationId: randomUUID() } as const;
  await foundation.log.appendAnywhere(stream, newFacts(stream, [fact], context));
}
