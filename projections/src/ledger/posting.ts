import type { AccountFact } from '@easel/contracts/account/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { movementOf, type Movement } from '@easel/contracts/ledger/movement';

/** A movement and where its fact stands: an entry but for the balances after it. */
export interface Posting extends Movement {
  memberId: string;
  eventId: string;
  revision: number;
  position: bigint;
  /** ISO 8601. */
  at: string;
  actorKind: string;
  actorId: string;
  actorRole: string | null;
  correlationId: string;
  causationId: string | null;
}

export function postingOf(fact: Recorded<AccountFact>): Posting | undefined {
  const moved = movementOf(fact);
  if (!moved) return undefined;
  const { actor, $correlationId, $causationId } = fact.metadata;
  return {
    ...moved,
    memberId: fact.data.memberId,
    eventId: fact.id,
    revision: fact.revision,
    position: fact.position,
    at: fact.recordedAt.toISOString(),
    actorKind: actor.kind,
    actorId: actor.id,
    actorRole: actor.role ?? null,
    correlationId: $correlationId,
    causationId: $causationId ?? null,
  };
}
