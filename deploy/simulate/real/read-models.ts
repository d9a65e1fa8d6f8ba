import type { EventLog } from '@easel/kernel/log/event-log';
import type { Pool } from '@easel/kernel/database/database';
import { readCheckpoint } from '@easel/projections/kernel/projection-state';
import type { ReadModel } from '@easel/projections/kernel/projector';
import { rebuild } from '@easel/projections/kernel/rebuild';
import { readModels } from '@easel/projections/read-models';
import type { Logger } from 'pino';
import type { Violation } from '../invariants/evidence.ts';
import { wallWait } from './leaping-clock.ts';
import type { StoredFacts } from './stored-facts.ts';

const RULE = 'read model = replay';
/** Beyond every pause of a projector whose predecessor died a moment ago. */
const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 5;

interface Stores {
  log: EventLog;
  pool: Pool;
  stored: StoredFacts;
  logger: Logger;
}

/** What the projectors have made of the facts that is not what a replay makes of them, table by table. */
export async function readModelDifferences(stores: Stores): Promise<Violation[]> {
  const found = await Promise.all(readModels.map((model) => differencesOf(model, stores)));
  return found.flat().map((says) => ({ rule: RULE, memberId: undefined, says }));
}

async function differencesOf(model: ReadModel, { log, pool, stored, logger }: Stores): Promise<string[]> {
  const behind = await waitFor(model, stored.lastOf(model), pool);
  if (behind !== undefined) return [behind];
  const outcome = await rebuild({ model, log, pool, logger, signal: new AbortController().signal });
  if (outcome.kind === 'cancelled') return [`the replay of ${model.name} was cancelled`];
  return outcome.differences.map(
    ({ table, live, fresh }) =>
      `${model.name}.${table}: ${live?.rows ?? 'no'} rows live, ${fresh?.rows ?? 'no'} replayed, and they differ`,
  );
}

/** Why it has not come there; undefined where it has. */
async function waitFor({ name, schema }: ReadModel, position: bigint, pool: Pool): Promise<string | undefined> {
  for (const until = performance.now() + PATIENCE_MS; ;) {
    const found = await readCheckpoint(pool, schema);
    if (found && found.parked > 0) return `${name} has parked ${found.parked} facts`;
    if (found && found.position >= position) return undefined;
    if (performance.now() > until)
      return `${name} is ${found?.phase} at ${found?.position}, and does not come to ${position}`;
    await wallWait(LOOK_EVERY_MS);
  }
}
