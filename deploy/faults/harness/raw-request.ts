import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawReply {
  /** 0 where the connection closed without one. */
  status: number;
  text: string;
  ms: number;
}

/**
 * Sends exactly these bytes, which no client library would, and gives what came back before the connection ended.
 * `feed` is what follows the first bytes, as fast as the server takes it; `pace` waits between its parts.
 */
export async function rawRequest(
  address: string,
  first: string,
  {
    feed = [],
    pace,
    deadlineMs = 40_000,
  }: { feed?: Iterable<string | Buffer>; pace?: () => Promise<unknown>; deadlineMs?: number } = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(address);
  const begun = performance.now();
  const socket = connect(Number(port), hostname);
  const deadline = setTimeout(() => socket.destroy(), deadlineMs);
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.on('error', () => undefined); // a server that has answered may close on what is still being sent
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write(first);
  for (const part of feed) {
    if (socket.destroyed) break;
    if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    if (pace) await Promise.race([pace(), closed]);
  }
  await closed;
  clearTimeout(deadline);
  const text = Buffer.concat(parts).toString('latin1');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text, ms: performance.now() - begun };
}

export const requestHead = (line: string, headers: Readonly<Record<string, string>> = {}): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ host: '127.0.0.1', connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n');
