import { randomUUID } from 'node:crypto';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import persistentPb from '@eventstore/db-client/generated/persistent_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import timestampPb from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { describe, expect, test } from 'vitest';
import { encodeAppended, encodeBatchAppended } from './append-replies.ts';
import { decodeAppendRequest, decodeBatchAppendRequest } from './append-requests.ts';
import { dataIn, encodeDelivery, encodeReadEvent, eventIdIn, logEntry } from './encode.ts';
import { ANY, NO_STREAM, type RecordedEvent, STREAM_EXISTS, TOMBSTONE } from './event.ts';

// What is encoded and decoded by hand, held against the code that the client ships.

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 });
const bytes = fc.uint8Array({ maxLength: 70_000 }).map((array) => Buffer.from(array));
const counter = fc.oneof(fc.maxSafeNat(), fc.nat(300));

const wireRevision = (revision: number) => String(revision === TOMBSTONE ? 2n ** 63n - 1n : revision);

test('an event is encoded as the generated code would', () => {
  const recorded = fc.record({
    id: fc.uuid(),
    stream: name,
    type: name,
    json: fc.boolean(),
    revision: counter,
    position: counter.map((position) => position + 1).filter(Number.isSafeInteger),
    created: fc.maxSafeNat().map(String),
    metadata: bytes,
    data: bytes,
  });
  fc.assert(
    fc.property(recorded, (event) => {
      const response = streamsPb.ReadResp.deserializeBinary(encodeReadEvent(event));
      const read = response.getEvent();
      const record = read?.getEvent();
      expect(read?.getCommitPosition()).toBe(String(event.position));
      expect(record?.getId()?.getString()).toBe(event.id);
      expect(Buffer.from(record?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(event.stream);
      expect(record?.getStreamRevision()).toBe(wireRevision(event.revision));
      expect(record?.getCommitPosition()).toBe(String(event.position));
      expect(record?.getPreparePosition()).toBe(String(event.position));
      expect(record?.getMetadataMap().toObject()).toEqual([
        ['content-type', event.json ? 'application/json' : 'application/octet-stream'],
        ['created', event.created],
        ['type', event.type],
      ]);
      expect(Buffer.compare(Buffer.from(record?.getCustomMetadata_asU8() ?? []), event.metadata)).toBe(0);
      expect(Buffer.compare(Buffer.from(record?.getData_asU8() ?? []), event.data)).toBe(0);
      expect(Buffer.compare(Buffer.from(response.serializeBinary()), encodeReadEvent(event))).toBe(0);
    }),
    { numRuns: 200 },
  );
});

describe('a delivery', () => {
  const recorded = (revision: number): RecordedEvent => ({
    id: randomUUID(),
    stream: 'größe',
    type: 'Type',
    json: true,
    revision,
    position: revision + 1_000,
    created: '17000000000000000',
    metadata: Buffer.from('{}'),
    data: Buffer.from(`{"n":${revision}}`),
  });
  const [event, link] = [logEntry(recorded(1)), logEntry(recorded(TOMBSTONE - 10_000))];

  test.each([
    ['an event', event, undefined, 0],
    ['an event and its link', event, link, 0],
    ['a link alone', undefined, link, 0],
    ['an event again', event, undefined, 3],
    ['an event and its link again', event, link, 300],
  ])('is encoded as the generated code would: %s', (_, of, by, retries) => {
    const bytes = encodeDelivery({ event: of, link: by, retries });
    for (const response of [streamsPb.ReadResp, persistentPb.ReadResp]) {
      const read = response.deserializeBinary(bytes).getEvent();
      expect(read?.getEvent()?.getStreamRevision()).toBe(of && String(of.revision));
      expect(read?.getLink()?.getStreamRevision()).toBe(by && String(by.revision));
      expect(read?.getCommitPosition()).toBe(String((by ?? of)?.position));
    }
    expect(persistentPb.ReadResp.deserializeBinary(bytes).getEvent()?.getRetryCount()).toBe(retries);
  });

  test('tells what it holds', () => {
    const one = recorded(7);
    expect(eventIdIn(encodeReadEvent(one))).toBe(one.id);
    expect(dataIn(encodeReadEvent(one))).toEqual(one.data);
    expect(dataIn(encodeReadEvent({ ...one, data: Buffer.alloc(0) }))).toHaveLength(0);
  });
});

describe('an append request is decoded', () => {
  const contentType = fc.oneof(
    fc.constantFrom('application/json', 'application/JSON', 'application/octet-stream'),
    name,
  );
  const proposed = fc.record({ id: fc.uuid(), type: name, contentType, metadata: bytes, data: bytes });

  test('with its events', () => {
    fc.assert(
      fc.property(name, fc.array(proposed, { maxLength: 5 }), fc.boolean(), (stream, events, final) => {
        const request = new streamsPb.BatchAppendReq().setIsFinal(final);
        const correlation = new sharedPb.UUID().setString(randomUUID());
        request.setCorrelationId(correlation);
        const identifier = new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream));
        request.setOptions(new streamsPb.BatchAppendReq.Options().setStreamIdentifier(identifier));
        for (const { id, type, contentType, metadata, data } of events) {
          const message = new streamsPb.BatchAppendReq.ProposedMessage()
            .setId(new sharedPb.UUID().setString(id))
            .setCustomMetadata(metadata)
            .setData(data);
          message.getMetadataMap().set('type', type).set('content-type', contentType).set('other', 'kept out');
          request.addProposedMessages(message);
        }
        const decoded = decodeBatchAppendRequest(Buffer.from(request.serializeBinary()));
        expect(decoded.correlation).toEqual(Buffer.from(correlation.serializeBinary()));
        expect(decoded.options?.stream.toString()).toBe(stream);
        expect(decoded.final).toBe(final);
        expect(decoded.messages).toEqual(events);
      }),
      { numRuns: 200 },
    );
  });

  const plain = (options: InstanceType<typeof streamsPb.AppendReq.Options>) =>
    decodeAppendRequest(Buffer.from(new streamsPb.AppendReq().setOptions(options).serializeBinary())).options;

  test('with every expected revision', () => {
    const options = () => new streamsPb.AppendReq.Options();
    expect(plain(options().setAny(new sharedPb.Empty()))?.expected).toBe(ANY);
    expect(plain(options().setNoStream(new sharedPb.Empty()))?.expected).toBe(NO_STREAM);
    expect(plain(options().setStreamExists(new sharedPb.Empty()))?.expected).toBe(STREAM_EXISTS);
    expect(plain(options().setRevision('0'))?.expected).toBe(0);
    expect(plain(options().setRevision('4294967296'))?.expected).toBe(2 ** 32);
    expect(plain(options().setRevision('18446744073709551615'))?.expected).toBe(Number.MAX_SAFE_INTEGER);
    expect(plain(options())?.expected).toBeUndefined();
    const batch = new streamsPb.BatchAppendReq.Options().setStreamExists(new emptyPb.Empty());
    const request = new streamsPb.BatchAppendReq().setOptions(batch);
    expect(decodeBatchAppendRequest(Buffer.from(request.serializeBinary())).options?.expected).toBe(STREAM_EXISTS);
  });

  test('with its deadline', () => {
    const deadline = timestampPb.Timestamp.fromDate(new Date(1_900_000_000_123));
    const request = new streamsPb.BatchAppendReq().setOptions(
      new streamsPb.BatchAppendReq.Options().setDeadline(deadline),
    );
    const { options } = decodeBatchAppendRequest(Buffer.from(request.serializeBinary()));
    expect(options?.deadlineMs).toBeCloseTo(1_900_000_000_123, 0);
  });

  test('with a structured id', () => {
    const id = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
    const half = (hex: string) => BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();
    const structured = new sharedPb.UUID.Structured()
      .setMostSignificantBits(half('f81d4fae7dec11d0'))
      .setLeastSignificantBits(half('a76500a0c91e6bf6'));
    const message = new streamsPb.AppendReq.ProposedMessage().setId(new sharedPb.UUID().setStructured(structured));
    const request = new streamsPb.AppendReq().setProposedMessage(message);
    expect(decodeAppendRequest(Buffer.from(request.serializeBinary())).message?.id).toBe(id);
  });

  test('unless it is cut short', () => {
    const request = new streamsPb.AppendReq().setOptions(new streamsPb.AppendReq.Options().setRevision('300'));
    const whole = Buffer.from(request.serializeBinary());
    expect(() => decodeAppendRequest(whole.subarray(0, -1))).toThrow('ends in the middle');
  });
});

describe('the reply to a stored append', () => {
  const stored = fc.record({ revision: counter, position: counter.map((position) => position + 1) });

  test('to Append', () => {
    fc.assert(
      fc.property(stored, ({ revision, position }) => {
        const success = streamsPb.AppendResp.deserializeBinary(encodeAppended({ revision, position })).getSuccess();
        expect(success?.getCurrentRevision()).toBe(String(revision));
        expect(success?.getPosition()?.getCommitPosition()).toBe(String(position));
        expect(success?.getPosition()?.getPreparePosition()).toBe(String(position));
      }),
    );
  });

  test('to BatchAppend', () => {
    fc.assert(
      fc.property(stored, name, fc.uuid(), ({ revision, position }, stream, id) => {
        const correlation = Buffer.from(new sharedPb.UUID().setString(id).serializeBinary());
        const encoded = encodeBatchAppended({ revision, position }, correlation, stream);
        const response = streamsPb.BatchAppendResp.deserializeBinary(encoded);
        expect(response.getCorrelationId()?.getString()).toBe(id);
        const streamName = response.getStreamIdentifier()?.getStreamName_asU8() ?? [];
        expect(Buffer.from(streamName).toString()).toBe(stream);
        expect(response.getSuccess()?.getCurrentRevision()).toBe(String(revision));
        expect(response.getSuccess()?.getPosition()?.getCommitPosition()).toBe(String(position));
      }),
    );
  });

  test('of an empty append to a missing stream', () => {
    const nothing = { revision: NO_STREAM, position: 0 };
    const success = streamsPb.AppendResp.deserializeBinary(encodeAppended(nothing)).getSuccess();
    expect(success?.hasNoStream()).toBe(true);
    expect(success?.hasNoPosition()).toBe(true);
  });
});
