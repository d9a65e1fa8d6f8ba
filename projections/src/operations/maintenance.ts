import type { Foundation } from '@easel/kernel/server/foundation';
import { connectTo } from '../kernel/projection-state.ts';
import { unpark } from '../kernel/parked.ts';
import { singleConnection } from '../kernel/projector-runner.ts';
import type { ReadModel } from '../kernel/projector.ts';
import { rebuild } from '../kernel/rebuild.ts';
import { readModels } from '../read-models.ts';

type Needed = Pick<Foundation, 'log' | 'pool' | 'logger'>;

const SAY_EVERY_MS = 1_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Rebuilds by command line, telling how it goes. True where the fresh rows were taken. */
export async function rebuildByHand(
  { log, pool, logger }: Needed,
  { name, acceptDifference, signal }: { name: string; acceptDifference: boolean; signal: AbortSignal },
): Promise<boolean> {
  let saidAt = 0;
  const outcome = await rebuild({
    model: modelOf(name),
    log,
    pool,
    logger,
    signal,
    acceptDifference,
    onProgress({ facts, total }) {
      if (performance.now() - saidAt < SAY_EVERY_MS) return;
      saidAt = performance.now();
      say(total === undefined ? `${facts} facts` : `${facts} of ${Math.max(facts, total)} facts`);
    },
  });
  if (outcome.kind === 'cancelled') say('cancelled; nothing was changed');
  else {
    for (const { table, live, fresh } of outcome.differences) {
      say(`${table}: ${live?.rows ?? 'no'} rows live, ${fresh?.rows ?? 'no'} fresh, and they differ`);
    }
    if (outcome.kind === 'swapped') say(`swapped in, made of ${outcome.facts} facts`);
    else say('nothing was changed: --accept-difference takes the fresh rows');
  }
  return outcome.kind === 'swapped';
}

/** True where nothing of the partition is parked any more. */
export async function unparkByHand({ log, pool }: Needed, name: string, partition: string): Promise<boolean> {
  const model = modelOf(name);
  const sql = await connectTo(singleConnection(pool, `unpark ${name}`), model.schema);
  try {
    const { applied, left } = await unpark(sql, model, partition, log);
    say(`${applied} facts applied, ${left} left`);
    return left === 0;
  } finally {
    await sql.end();
  }
}

/** Throws for a name that is none. */
export function modelOf(name: string): ReadModel {
  const model = readModels.find((known) => known.name === name);
  if (!model) throw new Error(`There is no read model ${name}: ${readModels.map((known) => known.name).join(', ')}`);
  return model;
}
