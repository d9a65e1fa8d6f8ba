import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  binaryEvent,
  END,
  type EventData,
  type EventStoreDBClient,
  type ExpectedRevision,
  FORWARDS,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults,
  type ReadPosition,
  START,
} from '@eventstore/db-client';
import { followed, worked } from './follow.ts';
import { failureOutcome, type Outcome, plain, type Received, receivedOutcome } from './outcomes.ts';
import { type Operation, prefixOf, seededId } from './seeded-operations.ts';

const PATIENCE_MS = 10_000;
const EVERYTHING = 100_000;
const NOTHING_KNOWN = 'nothing known';

/** With credentials of its own a call appends plainly; without TLS they are not sent. */
const PLAINLY = { credentials: { username: 'admin', password: 'changeit' } };

type Step<Op extends Operation['op']> = Operation & { op: Op };
type Known = NonNullable<AllStreamResolvedEvent['event']>;

/** One seed on one store: what its operations give, one after the other. */
export class Replay {
  #client: EventStoreDBClient;
  #seed: number;
  /** Events of users that the last reading of all there is showed, in its order. */
  #known: Known[] = [];
  #step = -1;

  constructor(client: EventStoreDBClient, seed: number) {
    this.#client = client;
    this.#seed = seed;
  }

  /** @param recorded what the real server gave: only how much of it there was is looked at */
  async next(operation: Operation, recorded: Outcome): Promise<Outcome> {
    this.#step += 1;
    const waiting = new AbortController();
    const tooLong = sleep(PATIENCE_MS, { hangs: true }, { signal: waiting.signal });
    tooLong.catch(() => undefined);
    try {
      return await Promise.race([this.#outcome(operation, recorded), tooLong]);
    } catch (error) {
      return failureOutcome(error);
    } finally {
      waiting.abort();
    }
  }

  #outcome(operation: Operation, recorded: Outcome): Promise<Outcome> {
    switch (operation.op) {
      case 'append':
        return this.#append(operation);
      case 'again':
        return this.#again(operation);
      case 'big':
        return this.#big(operation);
      case 'link':
        return this.#link(operation);
      case 'remove':
      case 'tombstone':
        return this.#end(operation);
      case 'setMetadata':
        return this.#setMetadata(operation);
      case 'getMetadata':
        return this.#getMetadata(operation);
      case 'read':
        return this.#read(operation);
      case 'readMeta':
        return this.#readMeta(operation);
      case 'readAll':
        return this.#readAll(operation);
      case 'readAllFrom':
        return this.#readAllFrom(operation);
      case 'subscribe':
        return this.#subscribe(operation);
      case 'subscribeAll':
        return this.#subscribeAll(operation);
      case 'group':
        return this.#group(operation);
      case 'work':
        return this.#work(operation, recorded);
    }
  }

  async #append({ stream, events, expectedRevision, plainly, quietly }: Step<'append'>): Promise<Outcome> {
    const options = { expectedRevision, throwOnAppendFailure: !quietly, ...(plainly && PLAINLY) };
    const { success, nextExpectedRevision } = await this.#client.appendToStream(stream, [...events], options);
    return { ok: success, next: plain(nextExpectedRevision) };
  }

  /** Appends an event under an id that was seen. */
  async #again({ stream, expectedRevision, plainly }: Step<'again'>): Promise<Outcome> {
    const seen = this.#known.at(-1);
    if (!seen) return NOTHING_KNOWN;
    const event = jsonEvent({ id: seen.id, type: 'Again', data: {} });
    const options = { expectedRevision, ...(plainly && PLAINLY) };
    const { success, nextExpectedRevision } = await this.#client.appendToStream(stream, event, options);
    return { ok: success, next: plain(nextExpectedRevision) };
  }

  #big({ stream, characters, plainly }: Step<'big'>): Promise<Outcome> {
    const id = seededId(this.#seed, `b${this.#step}`);
    const event = jsonEvent({ id, type: 'Big', data: 'x'.repeat(characters) });
    return this.#appendOne(stream, event, plainly ? PLAINLY : {});
  }

  #link({ stream, to, revision }: Step<'link'>): Promise<Outcome> {
    const id = seededId(this.#seed, `l${this.#step}`);
    return this.#appendOne(stream, binaryEvent({ id, type: '$>', data: Buffer.from(`${revision}@${to}`) }));
  }

  async #appendOne(stream: string, event: EventData, options: Partial<typeof PLAINLY> = {}): Promise<Outcome> {
    const { nextExpectedRevision } = await this.#client.appendToStream(stream, event, options);
    return { next: plain(nextExpectedRevision) };
  }

  async #end({ op, stream, expectedRevision }: Step<'remove' | 'tombstone'>): Promise<Outcome> {
    // The client's types know no stream_exists here; what becomes of it is recorded all the same.
    const options = { expectedRevision: expectedRevision as ExpectedRevision };
    if (op === 'remove') await this.#client.deleteStream(stream, options);
    else await this.#client.tombstoneStream(stream, options);
    return { ok: true };
  }

  async #setMetadata({ stream, metadata, expectedRevision }: Step<'setMetadata'>): Promise<Outcome> {
    const written = await this.#client.setStreamMetadata(stream, metadata, { expectedRevision });
    return { next: plain(written.nextExpectedRevision) };
  }

  async #getMetadata({ stream }: Step<'getMetadata'>): Promise<Outcome> {
    const read: { metadata?: unknown; streamIsDeleted?: boolean } = await this.#client.getStreamMetadata(stream);
    return { metadata: plain(read.metadata), deleted: plain(read.streamIsDeleted) };
  }

  #read({ stream, direction, fromRevision, maxCount, resolveLinkTos }: Step<'read'>): Promise<Outcome> {
    // Nobody asks for what comes after the end.
    const from = direction === FORWARDS && fromRevision === END ? START : fromRevision;
    return outcomesOf(this.#client.readStream(stream, { direction, fromRevision: from, maxCount, resolveLinkTos }));
  }

  #readMeta({ stream, direction }: Step<'readMeta'>): Promise<Outcome> {
    const fromRevision = direction === FORWARDS ? START : END;
    return outcomesOf(this.#client.readStream(`$$${stream}`, { direction, fromRevision }));
  }

  async #readAll({ direction, maxCount, resolveLinkTos }: Step<'readAll'>): Promise<Outcome> {
    const fromPosition: ReadPosition = direction === FORWARDS ? START : END;
    const options = { direction, fromPosition, resolveLinkTos, maxCount: EVERYTHING };
    const all: AllStreamResolvedEvent[] = [];
    for await (const received of this.#client.readAll(options)) if (this.#isOurs(received)) all.push(received);
    this.#known = all.map(({ event }) => event).filter(isOfUsers);
    return all.slice(0, maxCount).map(receivedOutcome);
  }

  async #readAllFrom({ nth, direction }: Step<'readAllFrom'>): Promise<Outcome> {
    const from = this.#nthKnown(nth);
    if (!from) return NOTHING_KNOWN;
    const got: Outcome[] = [];
    const options = { direction, fromPosition: from.position, maxCount: 3_000 };
    for await (const received of this.#client.readAll(options)) {
      if (this.#isOurs(received)) got.push(receivedOutcome(received));
    }
    return got.slice(0, 4);
  }

  #subscribe({ stream, fromRevision, resolveLinkTos }: Step<'subscribe'>): Promise<Outcome> {
    return followed(this.#client.subscribeToStream(stream, { fromRevision, resolveLinkTos }));
  }

  #subscribeAll({ filter, nth, fromStart }: Step<'subscribeAll'>): Promise<Outcome> {
    const fromPosition = (fromStart ? undefined : this.#nthKnown(nth)?.position) ?? START;
    return followed(this.#client.subscribeToAll({ fromPosition, filter }), (received) => this.#isOurs(received));
  }

  async #group({ stream, group, action, settings: chosen }: Step<'group'>): Promise<Outcome> {
    const settings = persistentSubscriptionToStreamSettingsFromDefaults(chosen);
    switch (action) {
      case 'create':
        await this.#client.createPersistentSubscriptionToStream(stream, group, settings);
        return 'created';
      case 'update':
        await this.#client.updatePersistentSubscriptionToStream(stream, group, settings);
        return 'updated';
      case 'delete':
        await this.#client.deletePersistentSubscriptionToStream(stream, group);
        return 'deleted';
      case 'info': {
        const info = await this.#client.getPersistentSubscriptionToStreamInfo(stream, group);
        return plain({
          status: info.status,
          settings: info.settings,
          parked: info.stats.parkedMessageCount,
          connections: info.connections.length,
        });
      }
    }
  }

  #work({ stream, group, answer }: Step<'work'>, recorded: Outcome): Promise<Outcome> {
    const options = { bufferSize: 20 };
    const subscription = this.#client.subscribeToPersistentSubscriptionToStream(stream, group, options);
    return worked(subscription, answer, recorded, async () => {
      const { stats } = await this.#client.getPersistentSubscriptionToStreamInfo(stream, group);
      return stats.outstandingMessagesCount;
    });
  }

  #nthKnown(nth: number): Known | undefined {
    return this.#known[nth % this.#known.length];
  }

  /** Whether it is of this seed; what the server writes down for its groups has ids and times of its own. */
  #isOurs({ event, link }: Received): boolean {
    const stream = (link ?? event)?.streamId ?? '';
    return stream.includes(prefixOf(this.#seed)) && !stream.startsWith('$persistentsubscription-');
  }
}

const isOfUsers = (event: Known | undefined): event is Known => event !== undefined && !event.type.startsWith('$');

async function outcomesOf(received: AsyncIterable<Received>): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for await (const one of received) outcomes.push(receivedOutcome(one));
  return outcomes;
}
