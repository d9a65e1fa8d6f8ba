#!/usr/bin/env bash
# @eventstore/db-client 6.2.1 answers the revision 1 for a refused append, whatever revision the stream has.
#
# Expected: with `throwOnAppendFailure=false` in the connection string, an append that is refused for its expected
# revision resolves with `success: false` and `nextExpectedRevision`, "the current revision of the stream, to be passed
# as the `expectedRevision` in the next call". A stream at revision 41 answers 41.
# Seen: 1 for a stream at revision 41, 0 and 7000. The batch append converts whether there is a revision, a boolean, and
# not the revision. An append with credentials of its own is not batched, and answers 41.
# Who meets it: a retry with that revision is refused again, or is appended where the stream happens to be at
# revision 1. Read the revision from the stream instead, or leave errors to be thrown: they have the right one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > package.log
npm install --silent --no-audit --no-fund @eventstore/db-client@6.2.1
cat > show.cjs <<'PROGRAM'
const assert = require('node:assert/strict');
const { Server, ServerCredentials } = require('@grpc/grpc-js');
const { Any } = require('google-protobuf/google/protobuf/any_pb');
const { EventStoreDBClient, jsonEvent } = require('@eventstore/db-client');
const at = (name) => require(`@eventstore/db-client/generated/${name}`);
const { ServerFeaturesService } = at('serverfeatures_grpc_pb');
const { SupportedMethod, SupportedMethods } = at('serverfeatures_pb');
const { StreamsService } = at('streams_grpc_pb');
const { AppendResp, BatchAppendResp } = at('streams_pb');
const { Status } = at('status_pb');
const { WrongExpectedVersion } = at('shared_pb');

// A server whose streams have a revision, and refuse each append as one that expects another revision.
function serve(revision) {
  const server = new Server();
  server.addService(ServerFeaturesService, {
    getSupportedMethods(_call, done) {
      const batches = new SupportedMethod();
      batches.setServiceName('event_store.client.streams.streams');
      batches.setMethodName('batchappend');
      const methods = new SupportedMethods();
      methods.setEventStoreServerVersion('23.10.0');
      methods.setMethodsList([batches]);
      done(null, methods);
    },
  });
  server.addService(StreamsService, {
    batchAppend(call) {
      call.on('data', (request) => {
        const details = new WrongExpectedVersion();
        details.setCurrentStreamRevision(String(revision));
        const packed = new Any();
        packed.pack(details.serializeBinary(), 'event_store.client.WrongExpectedVersion');
        const status = new Status();
        status.setDetails(packed);
        const reply = new BatchAppendResp();
        reply.setCorrelationId(request.getCorrelationId());
        reply.setStreamIdentifier(request.getOptions().getStreamIdentifier());
        reply.setError(status);
        call.write(reply);
      });
      call.on('end', () => call.end());
    },
    append(call, done) {
      call.on('data', () => undefined);
      call.on('end', () => {
        const wrong = new AppendResp.WrongExpectedVersion();
        wrong.setCurrentRevision(String(revision));
        const reply = new AppendResp();
        reply.setWrongExpectedVersion(wrong);
        done(null, reply);
      });
    },
    read: (call) => call.end(),
    delete: (_call, done) => done(new Error('not served')),
    tombstone: (_call, done) => done(new Error('not served')),
  });
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve({ server, port }),
    );
  });
}

async function answers(revision) {
  const { server, port } = await serve(revision);
  const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false&throwOnAppendFailure=false`);
  const event = () => jsonEvent({ type: 'Counted', data: { by: 1 } });
  const expectedRevision = 3n;
  const batched = await client.appendToStream('counter', event(), { expectedRevision });
  const credentials = { username: 'someone', password: 'a password' };
  const plain = await client.appendToStream('counter', event(), { expectedRevision, credentials });
  await client.dispose();
  server.forceShutdown();
  assert.deepEqual([batched.success, plain.success], [false, false]);
  return { stream: revision, batched: batched.nextExpectedRevision, plain: plain.nextExpectedRevision };
}

(async () => {
  for (const revision of [41n, 0n, 7000n]) {
    const seen = await answers(revision);
    console.log(seen);
    assert.deepEqual(seen, { stream: revision, batched: 1n, plain: revision });
  }
  process.exit(0);
})();
PROGRAM
node show.cjs
