#!/usr/bin/env bash
# @eventstore/db-client 6.2.1 rejects the appends of every client in the process when the call of one client fails.
#
# Expected: two clients with connection strings to two servers have nothing in common. While one server goes away, an
# append that waits for the other server goes on waiting, and is answered by it.
# Seen: the table of appends that wait for an answer belongs to the module. When the call of one client ends with an
# error, the append of the other client is rejected at once, with the error of a server that it was never sent to.
# Who meets it: a program with a client each for two clusters (a migration, a bridge), or a test with a second client.
# The append may be stored nevertheless, so repeat it under the same event ids. Separate processes keep clients apart.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > package.log
npm install --silent --no-audit --no-fund @eventstore/db-client@6.2.1
cat > show.cjs <<'PROGRAM'
const assert = require('node:assert/strict');
const { Server, ServerCredentials, status } = require('@grpc/grpc-js');
const { EventStoreDBClient, jsonEvent } = require('@eventstore/db-client');
const at = (name) => require(`@eventstore/db-client/generated/${name}`);
const { ServerFeaturesService } = at('serverfeatures_grpc_pb');
const { SupportedMethod, SupportedMethods } = at('serverfeatures_pb');
const { StreamsService } = at('streams_grpc_pb');

// A server that takes appends; `onAppend` decides what becomes of the call that brought one.
function serve(onAppend) {
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
  const notServed = (_call, done) => done(new Error('not served'));
  server.addService(StreamsService, {
    batchAppend: (call) => call.on('data', () => onAppend(call)),
    append: notServed,
    delete: notServed,
    tombstone: notServed,
    read: (call) => call.end(),
  });
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve({ server, port }),
    );
  });
}

const clientOf = ({ port }) => EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`);
const append = (client) => client.appendToStream('counter', jsonEvent({ type: 'Counted', data: { by: 1 } }));
const outcome = (promise) =>
  promise.then(
    () => 'stored',
    (error) => `${error.type}: ${error.message}`,
  );

(async () => {
  let arrive;
  const arrived = new Promise((resolve) => (arrive = resolve));
  const first = await serve(arrive);
  const goneAway = { code: status.UNAVAILABLE, details: 'the second goes away' };
  const second = await serve((call) => call.emit('error', goneAway));

  const waiting = outcome(append(clientOf(first)));
  await arrived;
  const failed = await outcome(append(clientOf(second)));
  const never = new Promise((resolve) => setTimeout(resolve, 5_000, 'still waiting'));
  const seen = { second: failed, first: await Promise.race([waiting, never]) };
  console.log(seen);
  assert.match(seen.second, /the second goes away/);
  assert.match(seen.first, /the second goes away/);
  process.exit(0);
})();
PROGRAM
node show.cjs
