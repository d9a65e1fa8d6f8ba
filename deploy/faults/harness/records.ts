import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountFact } from '@easel/contracts/account/events';
import { catalogue } from '@easel/contracts/catalogue';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { categoryOf } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import { EventLog } from '@easel/kernel/log/event-log';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { EventStoreDBClient, START } from '@eventstore/db-client';
import { Pool } from 'pg';
import type { Product } from './product.ts';

/** Where something that runs has its records. */
export type Installation = Pick<Product, 'endpoints' | 'dataDir'>;

/** A stored event, as far as an audit asks. */
export interface StoredEvent {
  id: string;
  stream: string;
  revision: number;
  position: bigint;
  type: string;
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
}

/** What a running product has written down, read past the product itself. */
export class Records {
  readonly pool: Pool;
  readonly store: EventStoreDBClient;
  readonly log: EventLog;
  readonly blobs: BlobStore;

  private constructor({ databaseUrl, eventStoreUrl }: { databaseUrl: string; eventStoreUrl: string }, dataDir: string) {
    this.pool = new Pool({ connectionString: databaseUrl, max: 2, application_name: 'audit' });
    this.pool.on('error', () => undefined);
    this.store = EventStoreDBClient.connectionString(eventStoreUrl);
    const { masterKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { masterKey: string };
    this.log = new EventLog(eventStoreUrl, catalogue, new Sealer(new PostgresPersonKeys(this.pool), masterKey));
    this.blobs = new DiskBlobStore(join(dataDir, 'blobs'));
  }

  /** Opens them for this work and closes them after it: after a restart everything may be elsewhere. */
  static async of<T>(product: Installation, work: (records: Records) => Promise<T>): Promise<T> {
    const records = new Records(product.endpoints(), product.dataDir);
    try {
      return await work(records);
    } finally {
      await Promise.allSettled([records.log.close(), records.store.dispose(), records.pool.end()]);
    }
  }

  /** The whole log in its order, by stream. The store's own system events are left out. */
  async streams(): Promise<Map<string, StoredEvent[]>> {
    const streams = new Map<string, StoredEvent[]>();
    for await (const event of this.events()) {
      const known = streams.get(event.stream);
      if (known) known.push(event);
      else streams.set(event.stream, [event]);
    }
    return streams;
  }

  async *events(): AsyncGenerator<StoredEvent, void, void> {
    const reading = this.store.readAll({ fromPosition: START, deadline: 60_000 });
    for await (const { event } of reading) {
      if (!event || event.streamId.startsWith('$')) continue;
      yield {
        id: event.id,
        stream: event.streamId,
        revision: Number(event.revision),
        position: event.position?.commit ?? -1n,
        type: event.type,
        data: event.data as Record<string, unknown>,
        metadata: (event.metadata ?? {}) as Record<string, unknown>,
      };
    }
  }

  async rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.pool.query<T>(sql, values)).rows;
  }
}

export const streamsOf = (streams: ReadonlyMap<string, StoredEvent[]>, category: string): [string, StoredEvent[]][] =>
  [...streams].filter(([stream]) => categoryOf(stream) === category);

/** The facts of a stream as their contracts name them; what they hold in the clear is not sealed. */
export const accountFacts = (events: readonly StoredEvent[]): AccountFact[] => events as unknown as AccountFact[];
/** Of accounts and orders. */
export const paymentFacts = (events: readonly StoredEvent[]): (AccountFact | OrderFact)[] =>
  events as unknown as (AccountFact | OrderFact)[];
export const generationFacts = (events: readonly StoredEvent[]): GenerationFact[] =>
  events as unknown as GenerationFact[];
