import { randomUUID } from 'node:crypto';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { decodeBatchAppendReply, encodeBatchAppend, type BatchAppend } from './batch-append-messages.ts';
import type { NewFact } from './new-fact.ts';

const fact = (data: object): NewFact => ({
  id: randomUUID(),
  fact: { type: 'Größe', data },
  metadata: { $correlationId: 'c', actor: { kind: 'system', id: 's' }, schemaVersion: 1 },
});

const append = (changes: Partial<BatchAppend> = {}): BatchAppend => ({
  correlation: randomUUID(),
  stream: 'größe-1',
  expected: 3,
  facts: [fact({ text: 'ä€😀' }), fact({ text: 'x'.repeat(20_000) })],
  deadlineAtMs: 1_796_000_000_123,
  ...changes,
});

const decoded = (one: BatchAppend) => streamsPb.BatchAppendReq.deserializeBinary(encodeBatchAppend(one));
const optionsOf = (one: BatchAppend) => decoded(one).getOptions();

describe('a request', () => {
  it('is what the generated code reads', () => {
    const one = append();
    const request = decoded(one);
    expect(request.getCorrelationId()?.getString()).toBe(one.correlation);
    expect(request.getIsFinal()).toBe(true);
    expect(Buffer.from(request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(
      one.stream,
    );
    const messages = request.getProposedMessagesList().map((message) => ({
      id: message.getId()?.getString(),
      type: message.getMetadataMap().get('type'),
      contentType: message.getMetadataMap().get('content-type'),
      data: JSON.parse(Buffer.from(message.getData_asU8()).toString()) as unknown,
      metadata: JSON.parse(Buffer.from(message.getCustomMetadata_asU8()).toString()) as unknown,
    }));
    expect(messages).toEqual(
      one.facts.map(({ id, fact: { type, data }, metadata }) => ({
        id,
        type,
        contentType: 'application/json',
        data,
        metadata,
      })),
    );
  });

  it('states the deadline to the millisecond', () => {
    const deadline = optionsOf(append())?.getDeadline();
    expect([deadline?.getSeconds(), deadline?.getNanos()]).toEqual([1_796_000_000, 123_000_000]);
  });

  it('expects a revision of any size, no stream, or anything', () => {
    for (const expected of [0, 127, 128, 2 ** 31, 2 ** 40]) {
      expect(optionsOf(append({ expected }))?.getStreamPosition()).toBe(String(expected));
    }
    expect(optionsOf(append({ expected: 'none' }))?.hasNoStream()).toBe(true);
    expect(optionsOf(append({ expected: 'any' }))?.hasAny()).toBe(true);
  });
});

describe('a reply', () => {
  const reply = (correlation: sharedPb.UUID, commit: string, revision = '7'): Buffer => {
    const position = new sharedPb.AllStreamPosition().setCommitPosition(commit).setPreparePosition(commit);
    const success = new streamsPb.BatchAppendResp.Success().setCurrentRevision(revision).setPosition(position);
    const message = new streamsPb.BatchAppendResp().setCorrelationId(correlation).setSuccess(success);
    message.setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(Buffer.from('größe-1')));
    return Buffer.from(message.serializeBinary());
  };
  const id = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6';

  it('names its append as text, or as two numbers', () => {
    const halves = new sharedPb.UUID.Structured()
      .setMostSignificantBits(BigInt.asIntN(64, 0xf81d4fae7dec41d0n).toString())
      .setLeastSignificantBits(BigInt.asIntN(64, 0xa76500a0c91e6bf6n).toString());
    for (const uuid of [new sharedPb.UUID().setString(id), new sharedPb.UUID().setStructured(halves)]) {
      expect(decodeBatchAppendReply(reply(uuid, '500'))).toEqual({
        correlation: id,
        appended: { revision: 7, position: 500n },
      });
    }
  });

  it('has positions that no number holds', () => {
    for (const commit of [2n ** 53n + 1n, 2n ** 62n + 3n, 2n ** 49n, 1n]) {
      const { appended } = decodeBatchAppendReply(reply(new sharedPb.UUID().setString(id), String(commit)));
      expect(appended?.position).toBe(commit);
    }
  });

  it('has no place where the append was refused', () => {
    const message = new streamsPb.BatchAppendResp().setCorrelationId(new sharedPb.UUID().setString(id));
    const refused = decodeBatchAppendReply(Buffer.from(message.serializeBinary()));
    expect(refused).toEqual({ correlation: id, appended: undefined });
  });

  it('throws where it is cut off', () => {
    const whole = reply(new sharedPb.UUID().setString(id), '500');
    expect(() => decodeBatchAppendReply(whole.subarray(0, 20))).toThrow('a message ends too early');
  });
});
