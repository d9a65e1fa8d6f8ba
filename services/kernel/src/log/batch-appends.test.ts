import { randomUUID } from 'node:crypto';
import { Duplex } from 'node:stream';
import { UnavailableError, WrongExpectedVersionError, type EventStoreDBClient } from '@eventstore/db-client';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { expect, test, vi } from 'vitest';
import { BatchAppends } from './batch-appends.ts';
import type { NewFact } from './new-fact.ts';

const fact = (): NewFact => ({
  id: randomUUID(),
  fact: { type: 'Counted', data: { by: 1 } },
  metadata: { $correlationId: 'c', actor: { kind: 'system', id: 's' }, schemaVersion: 1 },
});
const wanted = () => ({ stream: `sum-${randomUUID()}`, expected: 'none', facts: [fact()] }) as const;

type Request = InstanceType<typeof streamsPb.BatchAppendReq>;
type Reply = InstanceType<typeof streamsPb.BatchAppendResp>;

/** A call that the test answers. */
class FakeCall extends Duplex {
  readonly requests: Request[] = [];

  constructor() {
    super({ objectMode: true });
  }

  override _read(): void {
    // Replies come by `answer`.
  }

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.requests.push(streamsPb.BatchAppendReq.deserializeBinary(bytes));
    done();
  }

  answer(request: Request | undefined, change: (reply: Reply) => void): void {
    const reply = new streamsPb.BatchAppendResp();
    reply.setCorrelationId(request?.getCorrelationId());
    change(reply);
    this.push(Buffer.from(reply.serializeBinary()));
  }
}

const stored = (revision: number) => (reply: Reply) => {
  const position = new sharedPb.AllStreamPosition().setCommitPosition('50').setPreparePosition('50');
  reply.setSuccess(new streamsPb.BatchAppendResp.Success().setCurrentRevision(String(revision)).setPosition(position));
};

/** A field of a protobuf message. */
const field = (tag: number, bytes: Buffer): Buffer => Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);

function open({ batches = true } = {}) {
  const calls: FakeCall[] = [];
  const connection = {
    supports: () => Promise.resolve(batches),
    callArguments: vi.fn<(...given: unknown[]) => unknown[]>(() => [undefined, undefined]),
    GRPCStreamCreator: (_of: unknown, _name: string, create: (client: unknown) => FakeCall) => () =>
      Promise.resolve(
        create({
          makeBidiStreamRequest: () => {
            const call = new FakeCall();
            calls.push(call);
            return call;
          },
        }),
      ),
    appendToStream: vi.fn<(...given: unknown[]) => Promise<object>>(() =>
      Promise.resolve({ nextExpectedRevision: 4n, position: { commit: 70n } }),
    ),
  };
  const appends = new BatchAppends(connection as unknown as EventStoreDBClient);
  return { appends, calls, connection };
}

/** Until the append has been sent on a call. */
const sent = (calls: readonly FakeCall[], count: number): Promise<void> =>
  vi.waitFor(() => expect(calls.flatMap(({ requests }) => requests)).toHaveLength(count));

test('asks the leader, and answers each append by its own reply, in whatever order they come', async () => {
  const { appends, calls, connection } = open();
  const both = [appends.append(wanted(), 1_000), appends.append(wanted(), 1_000)];
  await sent(calls, 2);
  expect(connection.callArguments).toHaveBeenCalledWith({ requiresLeader: true }, { deadline: Infinity });
  const places = calls.flatMap((call) => call.requests.map((request) => ({ call, request })));
  for (const [revision, { call, request }] of [...places.entries()].toReversed())
    call.answer(request, stored(revision));
  expect(await Promise.all(both)).toEqual([
    { revision: 0, position: 50n },
    { revision: 1, position: 50n },
  ]);
});

test('sends appends of one moment by several calls, and no more calls than that', async () => {
  const { appends, calls } = open();
  const many = Array.from({ length: 100 }, () => appends.append(wanted(), 1_000));
  await sent(calls, 100);
  expect(calls).toHaveLength(8);
  for (const call of calls) for (const request of call.requests) call.answer(request, stored(0));
  expect(await Promise.all(many)).toHaveLength(100);
});

test('rejects a refused append by its reason, and no other', async () => {
  const { appends, calls } = open();
  const [refused, ...others] = Array.from({ length: 9 }, () => appends.append(wanted(), 1_000));
  await sent(calls, 9);
  const [first, second] = calls[0]?.requests ?? [];
  const wrong = new sharedPb.WrongExpectedVersion().setCurrentStreamRevision('5');
  const url = Buffer.from('type.googleapis.com/event_store.client.WrongExpectedVersion');
  const details = Buffer.concat([field(0x0a, url), field(0x12, Buffer.from(wrong.serializeBinary()))]);
  const status = statusPb.Status.deserializeBinary(field(0x1a, details));
  calls[0]?.answer(first, (reply) => reply.setError(status));
  calls[0]?.answer(second, stored(1));
  for (const call of calls.slice(1)) for (const request of call.requests) call.answer(request, stored(1));
  await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError);
  for (const other of others) expect(await other).toMatchObject({ revision: 1 });
});

test('rejects what waits on a call that breaks, and opens another for the next', async () => {
  const { appends, calls } = open();
  const lost = appends.append(wanted(), 1_000);
  await sent(calls, 1);
  calls[0]?.destroy(Object.assign(new Error('14 UNAVAILABLE'), { code: 14, metadata: { getMap: () => ({}) } }));
  await expect(lost).rejects.toBeInstanceOf(UnavailableError);
  const eight = Array.from({ length: 8 }, () => appends.append(wanted(), 1_000));
  await sent(calls, 9);
  for (const call of calls.slice(1)) for (const request of call.requests) call.answer(request, stored(0));
  expect(await Promise.all(eight)).toHaveLength(8);
});

test('gives up on a call that the store ends without an answer', async () => {
  const { appends, calls } = open();
  const lost = appends.append(wanted(), 1_000);
  await sent(calls, 1);
  calls[0]?.push(null);
  await expect(lost).rejects.toMatchObject({ name: 'Unanswered' });
});

test('gives up after its deadline, and ignores the reply that comes yet, or twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { appends, calls } = open();
  const late = appends.append(wanted(), 1_000);
  late.catch(() => undefined);
  await vi.waitUntil(() => calls[0]?.requests.length === 1);
  vi.advanceTimersByTime(1_500);
  await expect(late).rejects.toMatchObject({ name: 'Unanswered' });
  vi.useRealTimers();
  calls[0]?.answer(calls[0].requests[0], stored(0));
  calls[0]?.answer(calls[0].requests[0], stored(0));
  const next = Array.from({ length: 8 }, () => appends.append(wanted(), 1_000));
  await sent(calls, 9);
  for (const call of calls) for (const request of call.requests) call.answer(request, stored(1));
  expect(await Promise.all(next)).toHaveLength(8);
});

test('gives up after its deadline also where the store does not say what it can do', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { appends, connection } = open();
  connection.supports = () => Promise.withResolvers<boolean>().promise;
  const late = appends.append(wanted(), 1_000);
  late.catch(() => undefined);
  vi.advanceTimersByTime(1_500);
  vi.useRealTimers();
  await expect(late).rejects.toMatchObject({ name: 'Unanswered' });
});

test('appends by the client where the store takes no batches', async () => {
  const { appends, calls, connection } = open({ batches: false });
  expect(await appends.append(wanted(), 1_000)).toEqual({ revision: 4, position: 70n });
  expect(connection.appendToStream.mock.lastCall).toMatchObject([
    expect.stringMatching(/^sum-/),
    [{ type: 'Counted' }],
    { expectedRevision: 'no_stream', requiresLeader: true, deadline: 1_000 },
  ]);
  expect(calls).toEqual([]);
});
