import { randomUUID } from 'node:crypto';
import { type EventStoreDBClient, type JSONEventData, jsonEvent } from '@eventstore/db-client';
import { ACCOUNT } from './event-store-process.ts';
import { size } from './size.ts';

export const CONCURRENCY = 32;
export const CROWD = 256;
export const LARGER_APPEND_EVENTS = 100;
const APPENDS = size(12_000, 200);
const SINGLE_APPENDS = size(1_500, 20);
const LARGER_APPENDS = size(400, 16);
const LARGER_APPENDS_AT_ONCE = 8;

// Given for one call, the client appends plainly instead of by BatchAppend.
export const PLAIN = { credentials: ACCOUNT };

/** A store, as a process, behind the official client. */
export interface Store {
  client: EventStoreDBClient;
  pid: number;
  stop(): Promise<void>;
}

/** Each worker appends single events to a stream of its own, at the exact revision, as the command side does. */
export async function appendMany(
  { client }: Store,
  options: Partial<typeof PLAIN>,
  concurrency = CONCURRENCY,
): Promise<number> {
  let left = APPENDS;
  const worker = async () => {
    const stream = `bench-${randomUUID()}`;
    for (let revision = -1; left > 0; revision += 1) {
      left -= 1;
      const expectedRevision = revision < 0 ? 'no_stream' : BigInt(revision);
      await client.appendToStream(stream, event(revision + 1), { expectedRevision, ...options });
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  return rate(APPENDS, begun);
}

export async function appendOneByOne({ client }: Store): Promise<number> {
  const stream = `bench-${randomUUID()}`;
  const begun = performance.now();
  for (let number = 0; number < SINGLE_APPENDS; number += 1) await client.appendToStream(stream, event(number));
  return rate(SINGLE_APPENDS, begun);
}

/** Larger appends, some at once: the command side makes them on busy streams, and an import of a log does. */
export async function appendLarger({ client }: Store): Promise<number> {
  let left = LARGER_APPENDS;
  const worker = async () => {
    const stream = `bench-${randomUUID()}`;
    for (let expectedRevision: bigint | 'no_stream' = 'no_stream'; left > 0;) {
      left -= 1;
      const events = Array.from({ length: LARGER_APPEND_EVENTS }, (_, index) => event(index));
      expectedRevision = (await client.appendToStream(stream, events, { expectedRevision })).nextExpectedRevision;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: LARGER_APPENDS_AT_ONCE }, worker));
  return rate(LARGER_APPENDS * LARGER_APPEND_EVENTS, begun);
}

export function event(number: number): JSONEventData {
  return jsonEvent({
    type: 'BenchRecorded',
    data: {
      number,
      imageId: randomUUID(),
      prompt: 'a quiet harbour at dawn, mist over the water',
      size: '2K',
      tenths: 100,
    },
    metadata: { $correlationId: randomUUID(), actor: { kind: 'member', id: 'bench' }, schemaVersion: 1 },
  });
}

export const rate = (events: number, begun: number) => (events / (performance.now() - begun)) * 1_000;
