import { randomUUID } from 'node:crypto';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import type { TestMember } from './api-server.ts';

/** As if they had asked to be erased a fortnight ago. */
export async function askedLongAgo(
  { foundation }: TestServer,
  { id: memberId }: TestMember,
  givesUp = false,
): Promise<void> {
  const stream = memberStream.nameOf(memberId);
  const [requestedAt, erasesAt] = [15, 1].map((days) => new Date(Date.now() - days * 86_400_000).toISOString());
  if (requestedAt === undefined || erasesAt === undefined) throw new Error('two instants');
  const fact: MemberFact = { type: 'ErasureRequested', data: { memberId, requestedAt, erasesAt, givesUp } };
  const context = { key: randomUUID(), actor: { kind: 'member', id: memberId }, correlationId: randomUUID() } as const;
  await foundation.log.appendAnywhere(stream, newFacts(stream, [fact], context));
}
