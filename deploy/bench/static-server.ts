import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { announce, listen } from './bench-server.ts';

/** Sends one file's bytes to whoever asks for anything. The arguments: the file, and its headers as JSON. */
const [path = '', headers = '{}'] = process.argv.slice(2);
const bytes = readFileSync(path);
const sent = { ...(JSON.parse(headers) as Record<string, string>), 'content-length': bytes.length };
announce(await listen(createServer((_request, reply) => reply.writeHead(200, sent).end(bytes))));
