import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { generationHttp } from '@easel/contracts/generation/http';
import { liveEvents, type LiveEventName } from '@easel/contracts/generation/live';
import { eventReader } from '@easel/contracts/kernel/client/event-stream';
import type { Member } from './people.ts';
import type { Product } from './product.ts';

export interface LiveEvent {
  name: LiveEventName;
  id: string | undefined;
  data: unknown;
}

/** A member's live stream as a page reads it; it is read as fast as it comes. */
export class LiveStream {
  readonly events: LiveEvent[] = [];
  /** It was brought to its end, and not cut. */
  complete = false;
  private changed = Promise.withResolvers<void>();

  private constructor(private readonly message: IncomingMessage) {
    const feed = eventReader(({ event, id, data }) => {
      const name = event as LiveEventName;
      this.events.push({ name, id, data: liveEvents[name].parse(JSON.parse(data)) });
      this.tell();
    });
    message.setEncoding('utf8').on('data', feed);
    message.on('error', () => undefined);
    message.on('close', () => {
      this.complete = message.complete;
      this.tell();
    });
  }

  /** Rejects where the product does not answer with a stream. */
  static async open(product: Product, { token }: Member, lastEventId?: string): Promise<LiveStream> {
    const headers = { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) };
    const sent = request(product.address + generationHttp.live.path, { headers, agent: false }).end();
    const [message] = (await once(sent, 'response')) as [IncomingMessage];
    if (message.statusCode === 200) return new LiveStream(message);
    message.destroy();
    throw new Error(`the stream was answered ${message.statusCode}`);
  }

  /** The id of the last event that had one. */
  get lastEventId(): string | undefined {
    return this.events.findLast(({ id }) => id)?.id;
  }

  get isOpen(): boolean {
    return !this.message.closed;
  }

  /** Resolves when this is so, looked at after every event; rejects where the stream ends before. */
  async until(met: (events: readonly LiveEvent[]) => boolean): Promise<void> {
    while (!met(this.events)) {
      if (!this.isOpen) throw new Error(`the stream ended after ${this.events.length} events`);
      await this.changed.promise;
    }
  }

  async ended(): Promise<void> {
    while (this.isOpen) await this.changed.promise;
  }

  cut(): void {
    this.message.destroy();
  }

  private tell(): void {
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }
}

/** Asks for a stream and never reads a byte of it. */
export async function openUnread(product: Product, { token }: Member): Promise<Socket> {
  const { hostname, port, host } = new URL(product.address);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${generationHttp.live.path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}
