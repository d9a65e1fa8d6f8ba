import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { announce, listen } from './bench-server.ts';

/** Sends files by their addresses. The argument: a list, as JSON, of each address's file and headers. */
const [list = ''] = process.argv.slice(2);
const saved = JSON.parse(readFileSync(list, 'utf8')) as Record<string, { file: string; headers: object }>;
const files = new Map(
  Object.entries(saved).map(([url, { file, headers }]) => {
    const bytes = readFileSync(file);
    return [url, { bytes, headers: { ...headers, 'content-length': bytes.length } }];
  }),
);
announce(
  await listen(
    createServer(({ url = '/' }, reply) => {
      const found = files.get(url);
      if (found) reply.writeHead(200, found.headers).end(found.bytes);
      else reply.writeHead(404).end();
    }),
  ),
);
