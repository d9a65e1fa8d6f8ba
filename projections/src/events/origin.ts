import { routes } from '@easel/contracts/routes';
import type { Actor, Fact, Recorded } from '@easel/contracts/kernel/event';
import { isIdOf, newFacts } from '@easel/kernel/deciding/decider-runner';
import type { Queryable } from '../kernel/reads.ts';

/** What began a fact that no other fact brought about. */
export interface Origin {
  /** `process`: a process manager or a chore of the system itself. */
  kind: 'command' | 'webhook' | 'process';
  actor: Actor;
  requestId: string | undefined;
  correlationId: string;
  /** The event's id at the card service, of a webhook. */
  eventId?: string;
  /** The call, as the fact says; with the ids in its address where its Idempotency-Key is still kept. */
  route?: string;
  /** Kept for a week: the fact's id is derived from it and the address, which proves both. */
  idempotencyKey?: string;
}

/** Keys of one caller that are tried. */
const TRIED = 5_000;
/** Facts of one append to one stream. */
const TOGETHER = 16;

export async function originOf(fact: Recorded, database: Queryable): Promise<Origin> {
  const { actor, requestId, route, $correlationId: correlationId, $causationId } = fact.metadata;
  const eventId = [$causationId, correlationId].find((id) => id?.startsWith('evt_'));
  const said = { actor, requestId, correlationId };
  if (eventId !== undefined) return { kind: 'webhook', ...said, eventId };
  if (actor.kind === 'system') return { kind: 'process', ...said };
  return { kind: 'command', ...said, ...(route !== undefined && { route }), ...(await callOf(fact, database)) };
}

async function callOf(
  { id, stream, metadata: { actor } }: Recorded,
  database: Queryable,
): Promise<{ route?: string; idempotencyKey?: string }> {
  const caller = `${actor.kind}:${actor.id}`;
  const { rows } = await database.query<{ route: string; key: string }>({
    text: 'SELECT route, key FROM vault.idempotency_keys WHERE actor = $1 ORDER BY created_at DESC LIMIT $2',
    values: [caller, TRIED],
  });
  for (const { route: target, key } of rows) {
    const route = routeOf(target);
    if (route === undefined) continue;
    const context = { key: `${caller} ${route} ${target} ${key}`, actor, correlationId: '' };
    if (newFacts(stream, PLACES, context).some((fact) => isIdOf(fact.id, id)))
      return { route: target, idempotencyKey: key };
  }
  return {};
}

/** Ids hang on a fact's place in its append, not on what it says. */
const PLACES: readonly Fact[] = Array.from({ length: TOGETHER }, () => ({ type: '', data: null }));

/** `POST /api/admin/members/:id/credits`, of a call to such an address. */
function routeOf(target: string): string | undefined {
  const [method, path = ''] = target.split(' ');
  const parts = path.split('/');
  const found = routes.find((route) => {
    const wanted = route.path.split('/');
    return (
      route.method === method &&
      wanted.length === parts.length &&
      wanted.every((part, index) => part.startsWith(':') || part === parts[index])
    );
  });
  return found && `${found.method} ${found.path}`;
}
