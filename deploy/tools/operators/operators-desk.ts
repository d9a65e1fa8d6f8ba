import { randomUUID } from 'node:crypto';
import { Administration, type OperatorChange } from '@easel/api/operators/administration';
import { OperatorDirectory, operatorIdOf } from '@easel/api/operators/operator-directory';
import { OperatorSessions } from '@easel/api/operators/operator-sessions';
import { OperatorCredentials } from '@easel/api/operators/operators.tables';
import { catalogue } from '@easel/contracts/catalogue';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { operatorProblems, type OperatorRecord } from '@easel/contracts/operators/http';
import { createPool } from '@easel/kernel/database/database';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Sessions } from '@easel/kernel/identity/sessions';
import { SnapshotStore } from '@easel/kernel/deciding/snapshots';
import { PostgresSnapshots } from '@easel/kernel/deciding/snapshots-postgres';
import { pino } from 'pino';

export interface Place {
  databaseUrl: string;
  eventStoreUrl: string;
  masterKey: string;
}

/**
 * What an admin may do with operators, by the api's own code and beside it: over the same log and the same sessions.
 * Mails are sent by the product that runs, as soon as it sees the fact.
 */
export class OperatorsDesk {
  private readonly pool;
  private readonly log: EventLog;
  private readonly directory: OperatorDirectory;
  private readonly administration: Administration;

  constructor({ databaseUrl, eventStoreUrl, masterKey }: Place) {
    const logger = pino({ level: 'silent' });
    this.pool = createPool(databaseUrl, { max: 2, name: 'operators' });
    const sealer = new Sealer(new PostgresPersonKeys(this.pool), masterKey);
    this.log = new EventLog(eventStoreUrl, catalogue, sealer);
    const snapshots = new SnapshotStore(new PostgresSnapshots(this.pool), () => undefined);
    const runner = new DeciderRunner({ log: this.log, snapshots, logger, chained: [] });
    const credentials = new OperatorCredentials(this.pool);
    const sessions = new OperatorSessions(this.pool, logger, runner, new Sessions(this.pool), credentials, sealer);
    this.directory = new OperatorDirectory(credentials, runner);
    this.administration = new Administration(runner, this.directory, sessions);
  }

  list(): Promise<readonly OperatorRecord[]> {
    return this.directory.all();
  }

  invite(email: string, name: string, role: OperatorRole, reason: string): Promise<OperatorRecord> {
    return this.administration.invite({ email, name, role, reason }, context());
  }

  renew(email: string, reason: string): Promise<OperatorRecord> {
    return this.administration.renewInvitation(operatorIdOf(email), reason, context());
  }

  /** Of the operator as it stands now. */
  async change(email: string, change: Omit<OperatorChange, 'version'>): Promise<OperatorRecord> {
    const operatorId = operatorIdOf(email);
    const record = await this.directory.tell(operatorId);
    if (!record) throw new Refused(operatorProblems.notFound);
    return this.administration.change(operatorId, { ...change, version: record.version }, context());
  }

  async close(): Promise<void> {
    await this.log.close();
    await this.pool.end();
  }
}

const context = (): CommandContext => ({
  key: `operators cli ${randomUUID()}`,
  actor: { kind: 'system', id: 'operators cli' },
  correlationId: randomUUID(),
});
