import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { liveFrame } from '@easel/api/generation/live-frame';
import { LiveHub } from '@easel/kernel/http/live-hub';
import type { LiveJob } from '@easel/contracts/generation/live';
import { pino } from 'pino';

/** A server of event streams that sends one event to all of them whenever it is told to: ours, or Node's alone. */
const isOurs = process.argv[2] === 'ours';
const MEMBER = 'm';

const job: LiveJob = {
  id: 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6',
  status: 'processing',
  prompt: 'a lighthouse on a cliff at dusk, long exposure, soft light',
  created_at: '2026-11-20T10:00:00.000Z',
  aspect_ratio: 'square_1_1',
  resolution: '2k',
  count: 1,
  done: 0,
  progress: 0,
  position: null,
  eta_ms: 1_000,
  variant_of: null,
  failure: null,
};

const hub = new LiveHub({
  logger: pino({ enabled: false }),
  admits: () => Promise.resolve(true),
  streamsPerOwner: Number.POSITIVE_INFINITY,
});
const responses = new Set<ServerResponse>();

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  if (isOurs) hub.add({ owner: MEMBER, subjectId: MEMBER, token: '', response, first: [] });
  else responses.add(response);
});

process.on('message', (id: number) => {
  if (isOurs) hub.send(MEMBER, liveFrame('job', job, BigInt(id)));
  else {
    const text = `id: ${id}\nevent: job\ndata: ${JSON.stringify(job)}\n\n`;
    for (const response of responses) response.write(text);
  }
});
process.once('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
