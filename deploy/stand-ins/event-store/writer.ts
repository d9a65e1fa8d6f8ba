import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { decide, isExact, needsIds } from './decide.ts';
import { logEntry } from './encode.ts';
import { StoreError, timedOut, unavailable } from './errors.ts';
import {
  extentOf,
  isMetastream,
  metastreamOf,
  NO_STREAM,
  ownerOf,
  type ProposedEvent,
  type RecordedEvent,
  STREAM_EXISTS,
  TOMBSTONE,
  TOMBSTONE_TYPE,
} from './event.ts';
import type { Database } from './database.ts';
import { type Head, Heads } from './heads.ts';
import type { PublishedLog } from './log.ts';
import { type KnownIds, Lookups } from './lookups.ts';
import { weight } from './proposed.ts';
import { type Occurrence, RecentIds } from './recent-ids.ts';
import { deletion, readMetadata, readRetention, recreation, retentionOf } from './retention.ts';
import { Rows } from './rows.ts';
import { WriterSession } from './session.ts';
import { systemEvent } from './system-event.ts';

export interface Append {
  stream: string;
  /** ANY, STREAM_EXISTS, NO_STREAM or the exact revision the stream must be at. */
  expected: number;
  events: readonly ProposedEvent[];
  /** When the caller stops waiting, in ms since 1970. */
  deadlineMs: number;
  /** Ends the stream instead: until somebody appends to it again, or for ever. It has no events then. */
  ends?: 'until-appended' | 'for-ever';
}

export type AppendOutcome =
  /** Where the append's last event stands; position 0 where the append was empty. */
  | { kind: 'stored'; revision: number; position: number }
  | { kind: 'wrong-revision'; head: number }
  | { kind: 'stream-deleted' };

export interface WriterOptions {
  postgresUrl: string;
  schema: string;
  logger: Logger;
  /** How long an append waits at most, whatever deadline its caller set. */
  appendTimeoutMs: number;
  /**
   * As EventStoreDB at its worst: a repeat that comes while the first is on its way times out, though it is stored
   * once, and ANY and STREAM_EXISTS know the ids only that were stored since the start.
   */
  awkward: boolean;
  /** How long such a repeat waits for nothing. */
  duplicateTimeoutMs: number;
}

interface Pending extends Append {
  ids: readonly string[];
  /** Made ready when it comes, so that PostgreSQL need not wait for it later. */
  rows: Rows;
  /** Position of the last event that was published when it came. */
  cameAt: number;
  known: KnownIds;
  looking: boolean;
  settled: boolean;
  resolve: (outcome: AppendOutcome) => void;
  reject: (error: StoreError) => void;
}

const GROUP_EVENTS = 4_096;
const GROUP_BYTES = 8 * 1024 * 1024;
const HEADS_KNOWN = 100_000;
const IDS_KNOWN = 65_536;
const QUEUE_BYTES = 64 * 1024 * 1024;
const DEADLINE_SWEEP_MS = 100;
const RECONNECT_MS = { first: 50, longest: 2_000 };
const NOTHING_KNOWN: KnownIds = { asOf: 0, occurrences: new Map() };

/**
 * The only one who appends. Appends that arrive while a commit is on its way to the disk make up the next commit, in
 * the order of their arrival; positions and revisions are given out here, so they follow the order of commits, and
 * revisions have no gaps. Nothing is answered before its commit is known to be on disk: not even a wrong revision,
 * since it may follow from an event of the same commit.
 */
export class Writer {
  readonly heads = new Heads(HEADS_KNOWN);
  readonly lookups: Lookups;
  #log: PublishedLog;
  #options: WriterOptions;
  #ids = new RecentIds(IDS_KNOWN, 0);
  #queue: Pending[] = [];
  #queuedBytes = 0;
  #session: WriterSession | undefined;
  #committing: Promise<void> | undefined;
  #inFlight: readonly Pending[] = [];
  /** Repeats that are left to time out. */
  #dropped = new Set<Pending>();
  #startedAt = 0;
  #turnPlanned = false;
  #epoch = 0;
  #closed = false;
  #sweep: NodeJS.Timeout;
  #reconnecting: Promise<void> | undefined;

  constructor(log: PublishedLog, database: Database, options: WriterOptions) {
    this.#log = log;
    this.#options = options;
    this.lookups = new Lookups(
      database,
      this.heads,
      () => log.head,
      () => this.#epoch,
    );
    this.#sweep = setInterval(() => this.#expire(), DEADLINE_SWEEP_MS).unref();
  }

  /** Connects for the first time. @throws SchemaTaken, or whatever keeps PostgreSQL from answering */
  async open(): Promise<void> {
    const session = await this.#connect();
    this.#startedAt = session.head;
    this.#begin(session);
  }

  /** Whether callers had better hold back what they have not read yet. */
  get congested(): boolean {
    return this.#queuedBytes > QUEUE_BYTES;
  }

  /** Rejects with a StoreError: UNAVAILABLE or ABORTED, after either of which the outcome is unknown. */
  append(append: Append): Promise<AppendOutcome> {
    return new Promise((resolve, reject) => {
      if (!this.#session || this.#closed) {
        reject(unavailable('the event store has no connection to its database'));
        return;
      }
      const events = append.ends ? [endOf(append.ends)] : append.events;
      const pending: Pending = {
        ...append,
        events,
        deadlineMs: Math.min(append.deadlineMs, Date.now() + this.#options.appendTimeoutMs),
        ids: events.map((event) => event.id),
        rows: new Rows(append.stream, events),
        cameAt: this.#log.head,
        known: NOTHING_KNOWN,
        looking: false,
        settled: false,
        resolve,
        reject,
      };
      this.#queue.push(pending);
      this.#queuedBytes += weight(events);
      if (!this.#isReady(pending)) this.#look(pending);
      this.#planTurn();
    });
  }

  /** Where a stream ends as far as it is published; a metastream ends for ever with the stream it speaks about. */
  async headOf(stream: string): Promise<Head> {
    const head = this.heads.published(stream) ?? (await this.lookups.head(stream));
    if (!isMetastream(stream)) return head;
    const owner = await this.headOf(ownerOf(stream));
    return owner.revision === TOMBSTONE ? { ...head, revision: TOMBSTONE } : head;
  }

  /** Finishes the commit in flight, unless that takes longer than its callers wait; refuses everything else. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#refuseQueue('the event store is shutting down');
    for (const pending of this.#dropped) fail(pending, unavailable('the event store is shutting down'));
    await Promise.race([this.#committing, sleep(this.#options.appendTimeoutMs, undefined, { ref: false })]);
    clearInterval(this.#sweep);
    await this.#reconnecting;
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  #planTurn(): void {
    if (this.#turnPlanned || this.#committing || !this.#session) return;
    this.#turnPlanned = true;
    // What the same read of a socket brought comes along.
    setImmediate(() => {
      this.#turnPlanned = false;
      this.#turn();
    });
  }

  #turn(): void {
    const session = this.#session;
    if (!session || this.#committing) return;
    const group = this.#nextGroup();
    if (group.records.length === 0) {
      for (const answer of group.answers) answer();
      if (group.pending.length > 0) this.#planTurn();
      return;
    }
    this.#inFlight = group.pending;
    this.#committing = this.#commit(session, group).finally(() => {
      this.#committing = undefined;
      this.#planTurn();
    });
  }

  async #commit(session: WriterSession, group: Group): Promise<void> {
    const stored = session.insert(group.rows);
    // What readers get is made ready while PostgreSQL is at work.
    const entries = group.records.map(logEntry);
    try {
      await stored;
    } catch (error) {
      this.#options.logger.error({ err: error }, 'the outcome of a commit is unknown');
      this.#lose(session);
      return;
    }
    // A session that was lost meanwhile took everything back; what it stored comes with the next head.
    if (session !== this.#session) return;
    this.#inFlight = [];
    this.heads.settle();
    this.#log.publish(entries);
    for (const answer of group.answers) answer();
  }

  #nextGroup(): Group {
    const ticks = ticksNow();
    const group: Group = {
      ticks,
      created: ticks.toString(),
      end: this.#log.head,
      pending: [],
      records: [],
      rows: [],
      answers: [],
    };
    let bytes = 0;
    for (const pending of this.#queue) {
      if (!pending.settled) {
        if (!this.#isReady(pending)) {
          this.#look(pending);
          break;
        }
        const size = weight(pending.events);
        const full = group.records.length + pending.events.length > GROUP_EVENTS || bytes + size > GROUP_BYTES;
        if (full && group.records.length > 0) break;
        bytes += size;
        this.#stage(pending, group);
      }
      group.pending.push(pending);
    }
    this.#queue.splice(0, group.pending.length);
    for (const pending of group.pending) this.#queuedBytes -= weight(pending.events);
    return group;
  }

  #stage(pending: Pending, group: Group): void {
    const outcome = this.#outcome(pending, group);
    group.answers.push(() => (outcome === 'unanswered' ? this.#drop(pending) : settle(pending, outcome)));
  }

  #outcome(pending: Pending, group: Group): AppendOutcome | 'unanswered' {
    const { stream, ends } = pending;
    const head = this.#head(stream);
    if (this.#isEnded(stream)) return { kind: 'stream-deleted' };
    const hasMetadata = this.#head(metastreamOf(stream)).revision > NO_STREAM;
    const state = { revision: head.revision, deleted: head.retention.deleted !== undefined, hasMetadata };
    const decision = decide(pending, state, (id) => this.#occurrences(id, pending));
    switch (decision.kind) {
      case 'append':
        // What has neither events nor metadata cannot be deleted, unless for ever.
        if (ends === 'until-appended' && head.revision === NO_STREAM && !hasMetadata) {
          return { kind: 'wrong-revision', head: NO_STREAM };
        }
        return this.#stageEvents(pending, head, group);
      case 'repeat':
        if (this.#options.awkward && decision.position > pending.cameAt) return 'unanswered';
        return { ...decision, kind: 'stored' };
      case 'wrong-revision':
        return { kind: 'wrong-revision', head: head.revision };
      case 'stream-deleted':
        return decision;
    }
  }

  /** Whether a stream takes no events for ever. Metadata that were never written end with the stream they describe. */
  #isEnded(stream: string): boolean {
    const { revision } = this.#head(stream);
    return revision === TOMBSTONE || (revision === NO_STREAM && isMetastream(stream) && this.#isEnded(ownerOf(stream)));
  }

  /** Where an id stands, as far as this append is to know. */
  #occurrences(id: string, { known, expected }: Pending): Occurrence[] {
    const occurrences = [...(known.occurrences.get(id) ?? []), ...this.#ids.of(id)];
    if (!this.#options.awkward || isExact(expected)) return occurrences;
    return occurrences.filter((one) => one.position > this.#startedAt);
  }

  #drop(pending: Pending): void {
    pending.deadlineMs = Math.min(pending.deadlineMs, Date.now() + this.#options.duplicateTimeoutMs);
    this.#dropped.add(pending);
  }

  #stageEvents({ stream, events, rows, ends }: Pending, head: Head, group: Group): AppendOutcome {
    const last = events.at(-1);
    if (last && ends === 'for-ever') return this.#recordTombstone(stream, last, group);
    if (last && ends) return this.#recordMetadata(stream, last, group);
    const stored = last
      ? this.#record(stream, events, group, rows)
      : { kind: 'stored' as const, revision: head.revision, position: 0 };
    if (head.retention.deleted) {
      this.#recordMetadata(stream, recreation(head.retention.deleted, head.revision + 1), group);
    } else if (last && isMetastream(stream)) this.#followMetadata(ownerOf(stream), last, group);
    return stored;
  }

  /** Adds events to a stream whose head is known. */
  #record(stream: string, events: readonly ProposedEvent[], group: Group, rows = new Rows(stream, events)) {
    const head = this.#head(stream);
    const since = head.revision === NO_STREAM ? group.end + 1 : head.since;
    let { revision } = head;
    for (const [index, event] of events.entries()) this.#add(event, stream, (revision += 1), group, rows, index);
    group.rows.push(rows.bytes);
    this.heads.stage(stream, head, { ...head, revision, since });
    return { kind: 'stored' as const, revision, position: group.end };
  }

  #recordTombstone(stream: string, event: ProposedEvent, group: Group) {
    const head = this.#head(stream);
    const rows = new Rows(stream, [event]);
    this.#add(event, stream, TOMBSTONE, group, rows, 0);
    group.rows.push(rows.bytes);
    this.heads.stage(stream, head, { ...head, revision: TOMBSTONE });
    return { kind: 'stored' as const, revision: TOMBSTONE, position: group.end };
  }

  #recordMetadata(stream: string, metadata: ProposedEvent, group: Group) {
    const stored = this.#record(metastreamOf(stream), [metadata], group);
    const owner = this.#head(stream);
    this.heads.stage(stream, owner, { ...owner, retention: readRetention(metadata.data) });
    return stored;
  }

  /** After somebody wrote metadata: those of a deleted stream bring it back, but not the events it had. */
  #followMetadata(stream: string, { data }: ProposedEvent, group: Group): void {
    const owner = this.#head(stream);
    this.heads.stage(stream, owner, { ...owner, retention: readRetention(data) });
    const metadata = readMetadata(data);
    if (metadata && owner.retention.deleted && owner.revision !== TOMBSTONE) {
      this.#recordMetadata(stream, recreation(metadata, owner.revision + 1), group);
    }
  }

  #add(event: ProposedEvent, stream: string, revision: number, group: Group, rows: Rows, index: number): void {
    const { id, type, json, metadata, data } = event;
    const position = group.end + extentOf(event);
    rows.place(index, position, revision, group.ticks);
    group.end = position;
    group.records.push({ id, type, json, metadata, data, position, stream, revision, created: group.created });
    this.#ids.add({ id, stream, revision, position });
  }

  /** For a stream that `#isReady` found to be known. */
  #head(stream: string): Head {
    return this.heads.get(stream) ?? { revision: NO_STREAM, since: 1, retention: retentionOf(stream, null) };
  }

  #isReady(pending: Pending): boolean {
    const head = this.heads.get(pending.stream);
    if (!head) return false;
    if (partnersOf(pending, head).some((partner) => !this.heads.get(partner))) return false;
    if (!needsIds(pending.expected, head.revision)) return true;
    return this.#ids.completes(Math.max(pending.known.asOf, head.since - 1));
  }

  #look(pending: Pending): void {
    if (pending.looking) return;
    pending.looking = true;
    this.#fetchMissing(pending).then(
      () => {
        pending.looking = false;
        this.#planTurn();
      },
      (error: unknown) => {
        fail(pending, error instanceof StoreError ? error : unavailable('the database does not answer'));
        this.#planTurn();
      },
    );
  }

  async #fetchMissing(pending: Pending): Promise<void> {
    const known = this.heads.get(pending.stream);
    // With an exact revision ids matter only to repeats, so where the head is unknown it alone is asked for first.
    const wanted = known ? needsIds(pending.expected, known.revision) : !isExact(pending.expected);
    const ids = wanted ? this.lookups.ids(pending.ids) : undefined;
    const unknown = partnersOf(pending, known).filter((partner) => !this.heads.get(partner));
    if (!known) unknown.push(pending.stream);
    await Promise.all([ids, ...unknown.map((stream) => this.lookups.head(stream))]);
    if (ids) pending.known = await ids;
  }

  #expire(): void {
    const now = Date.now();
    for (const pending of [...this.#inFlight, ...this.#queue]) {
      if (pending.deadlineMs <= now) fail(pending, timedOut('the append was not stored in time'));
    }
    for (const pending of this.#dropped) {
      if (pending.deadlineMs > now) continue;
      this.#dropped.delete(pending);
      fail(pending, timedOut('Commit phase timeout'));
    }
    this.#planTurn();
  }

  #refuseQueue(why: string): void {
    for (const pending of this.#queue) fail(pending, unavailable(why));
    this.#queue = [];
    this.#queuedBytes = 0;
  }

  #begin(session: WriterSession): void {
    this.#session = session;
    this.#ids = new RecentIds(IDS_KNOWN, session.head);
    this.#log.resume(session.head);
    this.#options.logger.info({ head: session.head }, 'writing');
  }

  /** Gives up on a session: nothing it had in flight is known, nothing that was learnt under it is kept. */
  #lose(session: WriterSession): void {
    if (session !== this.#session) return;
    this.#session = undefined;
    this.#epoch += 1;
    this.heads.clear();
    for (const pending of this.#inFlight) fail(pending, unavailable('the outcome of the append is unknown'));
    this.#inFlight = [];
    this.#refuseQueue('the event store lost its database');
    this.#reconnecting = this.#reconnect(session);
  }

  async #reconnect(lost: WriterSession): Promise<void> {
    await lost.close();
    for (let waitMs = RECONNECT_MS.first; !this.#closed; waitMs = Math.min(waitMs * 2, RECONNECT_MS.longest)) {
      try {
        const session = await this.#connect();
        if (session.head < this.#log.head) {
          await session.close();
          throw new Error(`the database ends at ${session.head}, but ${this.#log.head} had been acknowledged`);
        }
        this.#begin(session);
        return;
      } catch (error) {
        this.#options.logger.warn({ err: error, waitMs }, 'cannot write yet');
        await sleep(waitMs * (0.5 + Math.random() / 2));
      }
    }
  }

  async #connect(): Promise<WriterSession> {
    const session: WriterSession = await WriterSession.open(this.#options, () => this.#lose(session));
    return session;
  }
}

/** Appends that are answered together: what they store, and how they are answered once that is on disk. */
interface Group {
  ticks: bigint;
  created: string;
  /** Position of the last event that is stored with it, or before it. */
  end: number;
  pending: Pending[];
  records: RecordedEvent[];
  /** The same events as PostgreSQL takes them. */
  rows: Buffer[];
  answers: (() => void)[];
}

/**
 * The other streams whose heads an append needs: a metastream speaks about its owner, a deletion and what undoes it are
 * written to the metastream, and a stream without events may exist by its metadata.
 */
function partnersOf({ stream, expected, ends }: Append, head: Head | undefined): string[] {
  const mayBeMetadata = expected === STREAM_EXISTS && head?.revision === NO_STREAM;
  const toMetastream = ends === 'until-appended' || head?.retention.deleted || mayBeMetadata;
  return [...(isMetastream(stream) ? [ownerOf(stream)] : []), ...(toMetastream ? [metastreamOf(stream)] : [])];
}

/** The event that ends a stream. */
const endOf = (ends: NonNullable<Append['ends']>): ProposedEvent =>
  ends === 'for-ever' ? systemEvent(TOMBSTONE_TYPE, '') : deletion();

function settle(pending: Pending, outcome: AppendOutcome): void {
  pending.settled = true;
  pending.resolve(outcome);
}

function fail(pending: Pending, error: StoreError): void {
  pending.settled = true;
  pending.reject(error);
}

const ticksNow = () => BigInt(Date.now()) * 10_000n;
