import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { Logger } from 'pino';
import { HEARTBEAT } from './event-stream.ts';
import type { Listener } from '../database/listener.ts';
import { SESSIONS_CHANNEL } from '../identity/sessions.ts';

export interface LiveHubOptions {
  /** Whether the session behind a token still stands, and is still its owner's. */
  admits(token: string, owner: string): Promise<boolean>;
  logger: Logger;
  /** Streams of one owner; one more closes the oldest. */
  streamsPerOwner?: number;
  /** Unsent bytes beyond which a stream that is not read is dropped. */
  maxUnsentBytes?: number;
  /** Between two heartbeats; with each the sessions are looked at, too. */
  heartbeatMs?: number;
}

export interface LiveListener {
  /** Whose stream it is. */
  owner: string;
  /** Whose session it is: the id of the person. */
  subjectId: string;
  token: string;
  /** Its headers are written. */
  response: ServerResponse;
  /** Sent first. */
  first: readonly Buffer[];
}

const STREAMS_PER_OWNER = 10;
const MAX_UNSENT_BYTES = 256 * 1024;
export const HEARTBEAT_MS = 15_000;
/** Who has not taken the end of a stream by then is cut off. */
const GOODBYE_MS = 1_000;

/** The open event streams of this process, by owner. What one of them does not read never holds up another. */
export class LiveHub {
  private readonly streams = new Map<string, Set<LiveListener>>();
  private readonly options: Required<LiveHubOptions>;
  private readonly heart: NodeJS.Timeout;
  private closed = false;
  private stopFollowing: (() => Promise<void>) | undefined;

  constructor(options: LiveHubOptions) {
    this.options = {
      streamsPerOwner: STREAMS_PER_OWNER,
      maxUnsentBytes: MAX_UNSENT_BYTES,
      heartbeatMs: HEARTBEAT_MS,
      ...options,
    };
    this.heart = setInterval(() => this.beat(), this.options.heartbeatMs).unref();
  }

  /** Looks at a person's streams whenever the database notifies of a session of theirs, whichever process moved it. */
  async follow(listener: Pick<Listener, 'listen'>): Promise<void> {
    this.stopFollowing = await listener.listen(SESSIONS_CHANNEL, {
      onNotify: (subjectId) => this.lookAt(this.all().filter((stream) => stream.subjectId === subjectId)),
      onGap: () => this.lookAt(this.all()),
    });
  }

  /** Streams that are open. */
  get size(): number {
    let size = 0;
    for (const streams of this.streams.values()) size += streams.size;
    return size;
  }

  /** Bytes that wait for clients to read. */
  get unsentBytes(): number {
    return this.all().reduce((sum, { response }) => sum + response.writableLength, 0);
  }

  /** Whoever listens. */
  owners(): Iterable<string> {
    return this.streams.keys();
  }

  hears(owner: string): boolean {
    return this.streams.has(owner);
  }

  /** Throws 503 where it is closed. */
  refuseIfClosed(): void {
    if (this.closed) throw new Refused(problems.unavailable);
  }

  add(listener: LiveListener): void {
    const { owner, response, first } = listener;
    const streams = this.streams.get(owner) ?? new Set();
    this.streams.set(owner, streams.add(listener));
    response.once('close', () => this.remove(listener));
    for (const frame of first) this.write(listener, frame);
    const [oldest] = streams;
    if (oldest && streams.size > this.options.streamsPerOwner) void this.end(oldest);
    if (this.closed) void this.end(listener);
    else if (response.destroyed) this.remove(listener);
    // The session may have ended after it was asked for, and before anybody could know of this stream.
    else this.lookAt([listener]);
  }

  /** To every stream of the owner. */
  send(owner: string, frame: Buffer): void {
    for (const listener of this.streams.get(owner) ?? []) this.write(listener, frame);
  }

  /** To every stream there is. */
  sendAll(frame: Buffer): void {
    for (const listener of this.all()) this.write(listener, frame);
  }

  /** Ends every stream; a client that does not take the end is cut off. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.heart);
    await Promise.all([this.stopFollowing?.(), ...this.all().map((listener) => this.end(listener))]);
  }

  private write(listener: LiveListener, frame: Buffer): void {
    const { response, owner } = listener;
    if (response.writableEnded || response.destroyed) return;
    // What waits already counts, not what comes: the first event may be larger than any later one.
    if (response.writableLength > this.options.maxUnsentBytes) {
      this.options.logger.info({ owner, unsent: response.writableLength }, 'a live stream is not read, and dropped');
      this.remove(listener);
      response.destroy();
    } else response.write(frame);
  }

  private beat(): void {
    const streams = this.all();
    for (const listener of streams) this.write(listener, HEARTBEAT);
    this.lookAt(streams);
  }

  private lookAt(streams: readonly LiveListener[]): void {
    for (const listener of streams) void this.look(listener);
  }

  /** Sessions are revoked in the database that is asked here: while it is away, none is. */
  private async look(listener: LiveListener): Promise<void> {
    const stands = await this.options.admits(listener.token, listener.owner).catch(() => true);
    if (!stands) await this.end(listener);
  }

  private async end(listener: LiveListener): Promise<void> {
    this.remove(listener);
    const { response } = listener;
    if (response.destroyed) return;
    const late = new AbortController();
    response.once('close', () => late.abort()).once('finish', () => late.abort());
    response.end();
    await sleep(GOODBYE_MS, undefined, { signal: late.signal }).then(
      () => response.destroy(),
      () => undefined,
    );
  }

  private remove(listener: LiveListener): void {
    const streams = this.streams.get(listener.owner);
    streams?.delete(listener);
    if (streams?.size === 0) this.streams.delete(listener.owner);
  }

  private all(): LiveListener[] {
    return [...this.streams.values()].flatMap((streams) => [...streams]);
  }
}
