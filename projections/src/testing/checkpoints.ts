import { once } from 'node:events';
import { Client } from 'pg';
import { type Checkpoint, MOVED_CHANNEL, readCheckpoint } from '../kernel/projection-state.ts';
import type { ReadModel } from '../kernel/projector.ts';

export interface Checkpoints {
  /** As it is now; undefined while there is none. */
  readonly of: (model: ReadModel) => Promise<Checkpoint | undefined>;
  /** Resolves when the projection's checkpoint is as asked; it is looked at whenever the projection says something. */
  readonly until: (model: ReadModel, isSo: (checkpoint: Checkpoint) => boolean) => Promise<Checkpoint>;
  close(): Promise<void>;
}

/** A way to wait for what projections do, without looking again and again. */
export async function followCheckpoints(databaseUrl: string): Promise<Checkpoints> {
  const listening = new Client({ connectionString: databaseUrl });
  const asking = new Client({ connectionString: databaseUrl });
  for (const client of [listening, asking]) {
    client.on('error', () => undefined);
    await client.connect();
  }
  await listening.query(`listen ${MOVED_CHANNEL}`);
  const of = (model: ReadModel) => readCheckpoint(asking, model.schema).catch(() => undefined);
  return {
    of,
    async until(model, isSo) {
      for (;;) {
        const told = once(listening, 'notification');
        const found = await of(model);
        if (found && isSo(found)) return found;
        await told;
      }
    },
    async close() {
      await Promise.all([listening.end(), asking.end()]);
    },
  };
}
