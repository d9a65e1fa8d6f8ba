import { conversationStream } from '@easel/contracts/chat/stream';
import { collectedStream } from '@easel/contracts/collections/stream';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { features } from '@easel/contracts/features';
import { generationStream } from '@easel/contracts/generation/stream';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { StreamKind } from '@easel/contracts/kernel/stream';
import { messageStream } from '@easel/contracts/messages/stream';
import { orderStream } from '@easel/contracts/orders/stream';
import { spendingStream } from '@easel/contracts/providers/stream';
import { activityStream } from '@easel/contracts/telemetry/stream';
import type { EventLog } from '@easel/kernel/log/event-log';

/** Streams that are named by a member: all of theirs is in them. */
const ownStreams: readonly StreamKind[] = features
  .flatMap(({ streams = [] }) => streams)
  .filter((stream): stream is StreamKind => 'subject' in stream && stream.subject === 'member');

/** Streams that are named by something else, and say in their facts whose they are. */
const others = [
  collectedStream,
  conversationStream,
  messageStream,
  activityStream,
  invoicesStream,
  orderStream,
  competitionStream,
  spendingStream,
].map(({ category }) => category);

/** Where what is said of a member is looked for: all there is, but for audits of their account. */
export const categoriesOfMembers: ReadonlySet<string> = new Set([
  ...ownStreams.map(({ category }) => category),
  generationStream.category,
  ...others,
]);

interface Whose {
  memberId?: string | null;
  senderId?: string;
}

/** Every fact of the log about a member, opened; those of one stream in their order. */
export async function* memberFacts(
  log: EventLog,
  { memberId, generations }: { memberId: string; generations: AsyncIterable<string> },
  signal: AbortSignal,
): AsyncGenerator<Recorded, void, void> {
  for (const { nameOf } of ownStreams) yield* log.read(nameOf(memberId));
  for await (const generationId of generations) yield* log.read(generationStream.nameOf(generationId));
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  for await (const item of log.subscribe({ categories: others, after: 'start', signal: until })) {
    if (item.kind === 'caught-up') over.abort();
    if (item.kind !== 'fact') continue;
    const fact = aboutMember(item.fact, memberId);
    if (fact) yield fact;
  }
  signal.throwIfAborted();
}

/** The fact where it is about the member; of the standing of a challenge, the member's own entries alone. */
export function aboutMember(fact: Recorded, memberId: string): Recorded | undefined {
  const { memberId: of, senderId } = fact.data as Whose;
  if (of === memberId || senderId === memberId) return fact;
  if (fact.unreadable) return undefined;
  const isOwn = (entry: { memberId: string }): boolean => entry.memberId === memberId;
  const standing = fact as Recorded<CompetitionFact>;
  if (standing.type === 'CompetitionClosed') {
    const tally = standing.data.tally.filter(isOwn);
    return tally.length > 0 ? { ...fact, data: { ...standing.data, tally } } : undefined;
  }
  if (standing.type === 'WinnersAnnounced') {
    const entries = standing.data.entries.filter(isOwn);
    return entries.length > 0 ? { ...fact, data: { ...standing.data, entries } } : undefined;
  }
  return undefined;
}
