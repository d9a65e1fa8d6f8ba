import { randomUUID } from 'node:crypto';
import { OperateProjection, type ProjectionWish } from '@easel/api/operations/projections.commands';
import { OperateProjectionHandler } from '@easel/api/operations/projections.handlers';
import { catalogue } from '@easel/contracts/catalogue';
import type { ParkedFact, ProjectionRecord } from '@easel/contracts/operations/http';
import { createPool } from '@easel/kernel/database/database';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { createLogger } from '@easel/kernel/server/logger';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { SnapshotStore } from '@easel/kernel/deciding/snapshots';
import { PostgresSnapshots } from '@easel/kernel/deciding/snapshots-postgres';
import { Reads } from '@easel/projections/kernel/reads';
import { modelOf, rebuildByHand, unparkByHand } from '@easel/projections/operations/maintenance';
import {
  parkedFacts,
  type ParkedPartition,
  projectionDetails,
  projectionRecords,
} from '@easel/projections/operations/projection-records.queries';
import { Rates } from '@easel/projections/operations/rates';

interface Place {
  databaseUrl: string;
  eventStoreUrl: string;
  masterKey: string;
}

/**
 * What an operator may do with projections, beside the running product: it reads by the read side's own queries,
 * pauses by the command side's, and rebuilds and retries itself, as whoever is at the machine.
 */
export class ProjectionsDesk {
  private readonly logger = createLogger({ name: 'projections cli', level: 'silent' });
  private readonly pool;
  private readonly reads: Reads;
  private readonly log: EventLog;
  private readonly operating: OperateProjectionHandler;

  constructor({ databaseUrl, eventStoreUrl, masterKey }: Place) {
    const { logger } = this;
    this.pool = createPool(databaseUrl, { max: 2, name: 'projections cli' });
    this.reads = new Reads(databaseUrl, { lines: 1, alone: 1, name: 'projections cli', logger });
    this.log = new EventLog(eventStoreUrl, catalogue, new Sealer(new PostgresPersonKeys(this.pool), masterKey));
    const snapshots = new SnapshotStore(new PostgresSnapshots(this.pool), () => undefined);
    this.operating = new OperateProjectionHandler(new DeciderRunner({ log: this.log, snapshots, logger, chained: [] }));
  }

  list(): Promise<ProjectionRecord[]> {
    const rates = new Rates(() => Promise.resolve(new Map()), this.logger);
    return projectionRecords({ reads: this.reads, log: this.log, rates });
  }

  /** Throws for a name that is none. */
  async parkedPartitions(name: string): Promise<ParkedPartition[]> {
    return (await projectionDetails(this.reads, modelOf(name))).partitions;
  }

  parkedFacts(name: string, partition: string): Promise<ParkedFact[]> {
    return parkedFacts(this.reads, modelOf(name), partition);
  }

  /** True where nothing of the partition is parked any more. */
  retry(name: string, partition: string): Promise<boolean> {
    return unparkByHand(this.foundation, name, partition);
  }

  /** True where the fresh rows were taken. */
  rebuild(name: string, acceptDifference: boolean, signal: AbortSignal): Promise<boolean> {
    return rebuildByHand(this.foundation, { name, acceptDifference, signal });
  }

  /** Throws Refused for a name that is none. */
  async operate(name: string, wish: ProjectionWish, reason: string): Promise<void> {
    const context = {
      key: `projections cli ${randomUUID()}`,
      actor: { kind: 'system', id: 'projections cli' },
      correlationId: randomUUID(),
    } as const;
    await this.operating.execute(new OperateProjection(name, wish, reason, context));
  }

  async close(): Promise<void> {
    await this.reads.close();
    await this.log.close();
    await this.pool.end();
  }

  private get foundation() {
    const { log, pool, logger } = this;
    return { log, pool, logger };
  }
}
