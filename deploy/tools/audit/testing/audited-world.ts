import { randomUUID } from 'node:crypto';
import { account, type AccountCommand } from '@easel/api/account/account.decider';
import { earnings, type EarningsCommand } from '@easel/api/earnings/earnings.decider';
import { invoices } from '@easel/api/invoices/invoices.decider';
import { describeOrder } from '@easel/api/invoices/issue-invoices';
import { issueInvoices } from '@easel/api/invoices/issue-invoices.process';
import { credentialTables, credentialChangeTables } from '@easel/api/members/credentials.tables';
import type { PaidOrderPayment } from '@easel/api/payments/stripe-orders.gateway';
import type { PaidSession } from '@easel/api/payments/stripe.gateway';
import type { AccountFact } from '@easel/contracts/account/events';
import { catalogue } from '@easel/contracts/catalogue';
import type { CompetitionFact } from '@easel/contracts/competitions/events';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { invoiceYear } from '@easel/contracts/invoices/policy';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { MemberFact } from '@easel/contracts/members/events';
import type { OrderFact } from '@easel/contracts/orders/events';
import { chainedCategories } from '@easel/contracts/streams';
import { anchorTables, Anchors } from '@easel/kernel/proof/anchors';
import { createPool, migrate } from '@easel/kernel/database/database';
import type { Decider } from '@easel/kernel/deciding/decider';
import { DeciderRunner, newFacts, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { CHAIN_START, hashOf, type ChainedFact } from '@easel/kernel/proof/hash-chain';
import { idempotencyTables } from '@easel/kernel/deciding/idempotency-postgres';
import { noteMacCutOver } from '@easel/kernel/proof/mac-cut-over';
import type { MacKeys } from '@easel/kernel/proof/mac-keys';
import { PostgresPersonKeys, sealingTables } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { SnapshotStore } from '@easel/kernel/deciding/snapshots';
import { PostgresSnapshots, snapshotTables } from '@easel/kernel/deciding/snapshots-postgres';
import { createTestDatabase } from '@easel/kernel/testing/database';
import { startTestEventStore, type TestEventStore } from '@easel/kernel/testing/event-store';
import { testMacs } from '@easel/kernel/testing/mac-keys';
import { stepsBy } from '@easel/kernel/testing/steps';
import { otherStoreCommand } from '@easel/kernel/testing/store-process';
import { BatchWriter } from '@easel/projections/kernel/batch-writer';
import { connectTo, establish } from '@easel/projections/kernel/projection-state';
import { readModel } from '@easel/projections/kernel/projector';
import { singleConnection } from '@easel/projections/kernel/projector-runner';
import { ledger } from '@easel/projections/ledger/ledger.projector';
import { pino } from 'pino';
import { startEventStore } from '../../../stand-ins/event-store/server.ts';
import type { Finding } from '../finding.ts';
import { verify, type Audited, type Verified } from '../verify.ts';

export const masterKey = 'ab'.repeat(32);
const logger = pino({ level: 'silent' });
const never = new AbortController().signal;

export interface Look {
  findings: Finding[];
  notes: string[];
  verified: Verified;
}

/** A log with money in it, and ways to lay hands on what is stored. One that is older began before there were macs. */
export async function openWorld({ isOlder = false } = {}) {
  const database = await createTestDatabase();
  const pool = createPool(database.url, { max: 6, name: 'test' });
  const tables = [...sealingTables, ...snapshotTables, ...anchorTables, ...idempotencyTables];
  await migrate(pool, { test: [...tables, ...credentialTables, ...credentialChangeTables] });
  const sealer = new Sealer(new PostgresPersonKeys(pool), masterKey);
  let { store, log } = await start();
  let sessions: PaidSession[] = [];
  let orderPayments: PaidOrderPayment[] | undefined;
  if (!isOlder) await noteMacCutOver({ log, pool });

  async function start() {
    const store = await startStore(database.url);
    return { store, log: new EventLog(store.connectionString, catalogue, sealer) };
  }
  const audited = (macs: MacKeys | undefined): Audited => ({
    log,
    pool,
    sealer,
    macs,
    async *paidSessions() {
      yield* sessions;
    },
    ...(orderPayments && { paidOrders: () => listed(orderPayments ?? []) }),
  });
  const runner = () =>
    new DeciderRunner({
      log,
      snapshots: new SnapshotStore(new PostgresSnapshots(pool), () => undefined),
      logger,
      chained: chainedCategories,
      macs: testMacs,
    });
  /** Its facts with the ids they have in the log. */
  const run = async <State, Command, F extends Fact>(
    stream: string,
    decider: Decider<State, Command, F>,
    command: Command,
    context: CommandContext,
  ) => {
    const { facts, revision } = await runner().execute(stream, decider, command, context);
    const stored = await Array.fromAsync(log.readStored(stream, { from: revision + 1 - facts.length }));
    return { facts: facts.map((fact, index) => ({ ...fact, id: stored[index]?.id ?? '' })) };
  };

  const world = {
    databaseUrl: database.url,
    pool,
    sealer,
    get log() {
      return log;
    },
    get eventStoreUrl() {
      return store.connectionString;
    },
    /** What the card service says was paid. */
    set paidSessions(paid: PaidSession[]) {
      sessions = paid;
    },
    /** The same of orders; undefined compares none. */
    set paidOrders(paid: PaidOrderPayment[] | undefined) {
      orderPayments = paid;
    },
    account: (command: AccountCommand, context: Partial<CommandContext> = {}) =>
      run(`account-${command.memberId}`, account, command, contextOf(context)),
    earnings: (command: EarningsCommand, context: Partial<CommandContext> = {}) =>
      run(`earnings-${command.memberId}`, earnings, command, contextOf(context)),
    /** Issues the invoices and credit notes of all payments and refunds up to here, as their process does. */
    async invoice(): Promise<void> {
      for await (const item of log.subscribe({ categories: issueInvoices.categories, after: 'start', signal: never })) {
        if (item.kind === 'caught-up') return;
        if (item.kind !== 'fact') continue;
        for (const { schedule } of stepsBy(issueInvoices, item.fact as Recorded<AccountFact | OrderFact>)) {
          if (!schedule) continue;
          const { invoicing, context } = issueInvoices.command(schedule);
          const stream = invoicesStream.nameOf(invoiceYear(invoicing.bookedAt));
          await run(stream, invoices, { ...(await describeOrder(log, invoicing)), seller: ['Easel'] }, context);
        }
      }
    },
    /** Facts that no rule has decided, in their chain and with their macs. */
    write: (stream: string, ...facts: Money[]) => run(stream, undecided, facts, contextOf({})),
    /**
     * The same by somebody who knows how chains are made and has not the key; without `macOf` as before there were
     * macs.
     */
    async forge(stream: string, facts: readonly Money[], macOf?: (fact: ChainedFact) => string): Promise<void> {
      let [revision, hash] = [-1, CHAIN_START];
      for await (const fact of log.readStored(stream)) [revision, hash] = [fact.revision, hashOf(fact)];
      const expected = revision < 0 ? 'none' : revision;
      const encoded = await log.encode(stream, newFacts(stream, facts, contextOf({})));
      const forged = encoded.map(({ id, fact, metadata }) => {
        const linked = { ...metadata, previousHash: hash };
        revision += 1;
        const chained = { stream, revision, id, type: fact.type, data: fact.data, metadata: linked };
        const whole = macOf ? { ...linked, mac: macOf(chained) } : linked;
        hash = hashOf({ ...chained, metadata: whole });
        return { id, fact, metadata: whole };
      });
      await log.appendEncoded(stream, expected, forged);
    },
    async storedAt(stream: string, revision: number): Promise<{ id: string }> {
      for await (const { id } of log.readStored(stream, { from: revision })) return { id };
      throw new Error(`${stream} ends before ${revision}`);
    },
    noteMacCutOver: () => noteMacCutOver({ log, pool }),
    anchor: () => new Anchors({ log, pool, sealer, logger, categories: chainedCategories }).make(never),
    /** The ledger read model as the real projector writes it, up to the log's head. */
    async project(): Promise<void> {
      const model = readModel(ledger);
      const sql = await connectTo(singleConnection(pool, 'test'), model.schema);
      try {
        const checkpoint = await establish(sql, model, model.schema);
        const writer = new BatchWriter(sql, model, model.schema, checkpoint);
        const head = await log.head();
        const facts: Recorded[] = [];
        for await (const item of log.subscribe({ categories: ['account'], after: 'start', signal: never })) {
          if (item.kind === 'caught-up') break;
          if (item.kind === 'fact') facts.push(item.fact);
        }
        await writer.apply(facts, head);
      } finally {
        await sql.end();
      }
    },
    async verify(memberId?: string, { macs }: { macs: MacKeys | undefined } = { macs: testMacs }): Promise<Look> {
      const findings: Finding[] = [];
      const notes: string[] = [];
      const report = {
        finding: (finding: Finding) => void findings.push(finding),
        note: (text: string) => void notes.push(text),
        progress: () => undefined,
      };
      const verified = await verify(audited(macs), {
        report,
        signal: never,
        ...(memberId !== undefined && { memberId }),
      });
      return { findings, notes, verified };
    },
    /** Works on the stored rows while the store is down, as who may write its tables could, and looks what is found. */
    async tampered(...statements: readonly string[]): Promise<Look> {
      await world.change(...statements);
      return world.verify();
    },
    async change(...statements: readonly string[]): Promise<void> {
      await log.close();
      await store.stop();
      for (const statement of statements) await pool.query(statement);
      ({ store, log } = await start());
    },
    /** Remembers everything that is stored, to be brought back. */
    async keep(schemas: readonly string[]): Promise<void> {
      await pool.query('CREATE SCHEMA kept');
      for (const name of await tablesOf(schemas)) await pool.query(`CREATE TABLE kept."${name}" AS TABLE ${name}`);
    },
    async restore(schemas: readonly string[]): Promise<void> {
      const names = await tablesOf(schemas);
      const statements = names.map((name) => `DELETE FROM ${name}; INSERT INTO ${name} SELECT * FROM kept."${name}"`);
      await world.change(statements.join('; '));
    },
    async close(): Promise<void> {
      await log.close();
      await store.stop();
      await pool.end();
      await database.drop();
    },
  };

  async function tablesOf(schemas: readonly string[]): Promise<string[]> {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = ANY($1) ORDER BY 1`,
      [schemas],
    );
    return rows.map(({ name }) => name);
  }
  return world;
}

/** Starts the local event store in this process, because the tests restart it often; another one as its own process. */
async function startStore(databaseUrl: string): Promise<Pick<TestEventStore, 'connectionString' | 'stop'>> {
  if (otherStoreCommand(process.env)) return startTestEventStore(databaseUrl);
  const store = await startEventStore({
    host: '127.0.0.1',
    port: 0,
    postgresUrl: databaseUrl,
    schema: 'store',
    insecure: true,
    awkward: process.env['EASEL_EVENT_STORE_AWKWARD'] === '1',
    logger,
  });
  return { connectionString: `esdb://127.0.0.1:${store.port}?tls=false`, stop: () => store.close() };
}

async function* listed<T>(all: readonly T[]): AsyncGenerator<T, void, void> {
  yield* all;
}

type Money = AccountFact | EarningsFact | OrderFact | CompetitionFact | MemberFact;

const undecided: Decider<null, readonly Money[], Money> = {
  initial: () => null,
  decide: (facts) => [...facts],
  evolve: () => null,
};

export type World = Awaited<ReturnType<typeof openWorld>>;

const contextOf = (context: Partial<CommandContext>): CommandContext => ({
  key: randomUUID(),
  actor: { kind: 'system', id: 'test' },
  correlationId: randomUUID(),
  ...context,
});
