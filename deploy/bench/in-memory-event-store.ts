import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { PersistentSubscriptionsService } from '@eventstore/db-client/generated/persistent_grpc_pb.js';
import persistentPb, {
  type CreateReq,
  type CreateResp,
  type DeleteReq,
  type DeleteResp,
  type ReadReq as PersistentReadReq,
} from '@eventstore/db-client/generated/persistent_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb, { type Empty } from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streamsPb, {
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type BatchAppendResp,
  type ReadReq,
} from '@eventstore/db-client/generated/streams_pb.js';

// What the event store is measured against: the same protocol over arrays. It checks nothing, keeps nothing on disk
// and answers reads with bytes that were made at the append, so what it costs is TLS, gRPC and the client.

const all: Buffer[] = [];
const streams = new Map<string, Buffer[]>();
const wakers = new Set<() => void>();

type Proposed = AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage;

function store(stream: Uint8Array, messages: readonly Proposed[]): { revision: string; position: string } {
  const name = Buffer.from(stream).toString('utf8');
  let events = streams.get(name);
  if (!events) streams.set(name, (events = []));
  const created = String(BigInt(Date.now()) * 10_000n);
  for (const message of messages) {
    const position = String(all.length + 1);
    const recorded = new streamsPb.ReadResp.ReadEvent.RecordedEvent()
      .setId(message.getId())
      .setStreamIdentifier(new sharedPb.StreamIdentifier().setStreamName(stream))
      .setStreamRevision(String(events.length))
      .setPreparePosition(position)
      .setCommitPosition(position)
      .setCustomMetadata(message.getCustomMetadata())
      .setData(message.getData());
    recorded
      .getMetadataMap()
      .set('type', message.getMetadataMap().get('type') ?? '')
      .set('content-type', message.getMetadataMap().get('content-type') ?? '')
      .set('created', created);
    const event = new streamsPb.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position);
    const bytes = Buffer.from(new streamsPb.ReadResp().setEvent(event).serializeBinary());
    all.push(bytes);
    events.push(bytes);
  }
  for (const wake of wakers) wake();
  return { revision: String(events.length - 1), position: String(all.length) };
}

function append(call: ServerReadableStream<AppendReq, AppendResp>, reply: sendUnaryData<AppendResp>): void {
  let stream: Uint8Array = new Uint8Array();
  const messages: Proposed[] = [];
  call.on('data', (request: AppendReq) => {
    const message = request.getProposedMessage();
    if (message) messages.push(message);
    else stream = request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? stream;
  });
  call.on('end', () => {
    const { revision, position } = store(stream, messages);
    const at = new streamsPb.AppendResp.Position().setCommitPosition(position).setPreparePosition(position);
    const success = new streamsPb.AppendResp.Success().setCurrentRevision(revision).setPosition(at);
    reply(null, new streamsPb.AppendResp().setSuccess(success));
  });
}

function batchAppend(call: ServerDuplexStream<BatchAppendReq, BatchAppendResp>): void {
  call.on('data', (request: BatchAppendReq) => {
    const identifier = request.getOptions()?.getStreamIdentifier();
    const { revision, position } = store(
      identifier?.getStreamName_asU8() ?? new Uint8Array(),
      request.getProposedMessagesList(),
    );
    const at = new sharedPb.AllStreamPosition().setCommitPosition(position).setPreparePosition(position);
    call.write(
      new streamsPb.BatchAppendResp()
        .setCorrelationId(request.getCorrelationId())
        .setStreamIdentifier(identifier)
        .setSuccess(new streamsPb.BatchAppendResp.Success().setCurrentRevision(revision).setPosition(at)),
    );
  });
  call.on('end', () => call.end());
}

type ReadCall = ServerWritableStream<ReadReq, Buffer>;

/** From the start, forwards: what the benchmark asks for. */
async function read(call: ReadCall): Promise<void> {
  const options = call.request.getOptions();
  const identifier = options?.getStream()?.getStreamIdentifier();
  const events = identifier ? (streams.get(Buffer.from(identifier.getStreamName_asU8()).toString('utf8')) ?? []) : all;
  const write = async (bytes: Buffer) => {
    if (!call.write(bytes)) await new Promise((resolve) => call.once('drain', resolve));
  };
  if (!options?.hasSubscription()) {
    for (const bytes of events.slice())
      if (!call.write(bytes)) await new Promise((resolve) => call.once('drain', resolve));
    call.end();
    return;
  }

  let wake: (() => void) | undefined;
  const waker = () => wake?.();
  wakers.add(waker);
  call.on('cancelled', () => wakers.delete(waker));
  const confirmation = new streamsPb.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID());
  await write(Buffer.from(new streamsPb.ReadResp().setConfirmation(confirmation).serializeBinary()));
  for (let next = 0; !call.cancelled;) {
    const bytes = events[next];
    if (!bytes) {
      await new Promise<void>((resolve) => (wake = resolve));
    } else {
      next += 1;
      if (!call.write(bytes)) await new Promise((resolve) => call.once('drain', resolve));
    }
  }
}

type PersistentReadCall = ServerDuplexStream<PersistentReadReq, Buffer>;

/** Of a stream from the start: as many events at a time as the subscriber has room for, never one twice. */
function readPersistently(call: PersistentReadCall): void {
  let events: Buffer[] = [];
  let room = 0;
  let next = 0;
  const send = () => {
    const due = events.slice(next, next + room);
    for (const bytes of due) call.write(bytes);
    next += due.length;
    room -= due.length;
  };
  call.on('data', (request: PersistentReadReq) => {
    const options = request.getOptions();
    if (options) {
      const stream = options.getStreamIdentifier()?.getStreamName_asU8() ?? new Uint8Array();
      events = streams.get(Buffer.from(stream).toString('utf8')) ?? [];
      room = options.getBufferSize();
      const confirmed = new persistentPb.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID());
      call.write(Buffer.from(new persistentPb.ReadResp().setSubscriptionConfirmation(confirmed).serializeBinary()));
    }
    room += request.getAck()?.getIdsList().length ?? 0;
    send();
  });
  call.on('end', () => call.end());
}

const { values } = parseArgs({ options: { 'tls-cert': { type: 'string' }, 'tls-key': { type: 'string' } } });
const { 'tls-cert': cert = '', 'tls-key': key = '' } = values;

function getSupportedMethods(_call: ServerUnaryCall<Empty, SupportedMethods>, reply: sendUnaryData<SupportedMethods>) {
  const supported = new featuresPb.SupportedMethods().setEventStoreServerVersion('23.10.6');
  for (const { path } of Object.values(StreamsService)) {
    const [, service = '', method = ''] = path.toLowerCase().split('/');
    supported.addMethods(new featuresPb.SupportedMethod().setServiceName(service).setMethodName(method));
  }
  reply(null, supported);
}

const server = new Server({ 'grpc.max_concurrent_streams': 100 });
server.addService(
  { ...StreamsService, read: { ...StreamsService.read, responseSerialize: (bytes: Buffer) => bytes } },
  { append, batchAppend, read: (call: ReadCall) => void read(call) },
);
server.addService(
  {
    ...PersistentSubscriptionsService,
    read: { ...PersistentSubscriptionsService.read, responseSerialize: (bytes: Buffer) => bytes },
  },
  {
    create: (_call: ServerUnaryCall<CreateReq, CreateResp>, reply: sendUnaryData<CreateResp>) =>
      reply(null, new persistentPb.CreateResp()),
    delete: (_call: ServerUnaryCall<DeleteReq, DeleteResp>, reply: sendUnaryData<DeleteResp>) =>
      reply(null, new persistentPb.DeleteResp()),
    read: readPersistently,
  },
);
server.addService(ServerFeaturesService, { getSupportedMethods });
const tls = ServerCredentials.createSsl(null, [{ cert_chain: readFileSync(cert), private_key: readFileSync(key) }]);
server.bindAsync('127.0.0.1:0', tls, (error, port) => {
  if (error) throw error;
  process.stdout.write(`${JSON.stringify({ ready: true, port })}\n`);
});
process.on('SIGTERM', () => {
  server.forceShutdown();
  process.exit(0);
});
