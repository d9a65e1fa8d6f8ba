import { once } from 'node:events';
import { Client } from 'pg';
import { MOVED_CHANNEL } from '../kernel/projection-state.ts';

export interface Notifications {
  /** Looks whenever a projection says something, until what is seen is as asked. */
  until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T>;
  close(): Promise<void>;
}

/** A way to wait for what projections tell of, whatever it is. */
export async function hearProjections(databaseUrl: string): Promise<Notifications> {
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(`listen ${MOVED_CHANNEL}`);
  return {
    async until(look, isSo) {
      for (;;) {
        const told = once(client, 'notification');
        const seen = await look();
        if (isSo(seen)) return seen;
        await told;
      }
    },
    close: () => client.end(),
  };
}
