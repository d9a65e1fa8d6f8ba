import type { ServerWritableStream } from '@grpc/grpc-js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { internalError, StoreError } from './errors.ts';

/** A read's call: takes several replies at a time, as bytes. */
export type ReadCall = ServerWritableStream<ReadReq, readonly Buffer[]>;

/** What replies are written to. */
interface Replies {
  write(replies: readonly Buffer[], callback: () => void): boolean;
  end(): unknown;
  on(event: 'cancelled', listener: () => void): unknown;
  emit(event: 'error', error: Error): boolean;
}

const BUNDLE = { replies: 64, bytes: 32 * 1024 };
const UNSENT_BYTES = 64 * 1024;

/**
 * The replies of one call, sent in bundles. No more of them than `UNSENT_BYTES`, or a single larger one, wait in memory
 * for a slow reader; a reader that went away ends the wait.
 */
export class Outgoing {
  #bundle: Buffer[] = [];
  #bundleBytes = 0;
  #unsentBytes = 0;
  #over = false;
  #release: (() => void) | undefined;
  #call: Replies;
  #onOver: () => void;

  /** @param onOver called once when nothing more can be sent */
  constructor(call: Replies, onOver: () => void) {
    this.#call = call;
    this.#onOver = onOver;
    call.on('cancelled', () => this.#finish());
  }

  get over(): boolean {
    return this.#over;
  }

  /** Adds a reply to the bundle. False: await `room` before the next one. */
  add(reply: Buffer): boolean {
    this.#bundle.push(reply);
    this.#bundleBytes += reply.length;
    if (this.#bundle.length >= BUNDLE.replies || this.#bundleBytes >= BUNDLE.bytes) this.flush();
    return this.#unsentBytes < UNSENT_BYTES;
  }

  /** Sends what was added; nothing else does while a bundle is not full. */
  flush(): void {
    const bytes = this.#bundleBytes;
    if (this.#bundle.length > 0 && !this.#over) {
      this.#unsentBytes += bytes;
      this.#call.write(this.#bundle, () => this.#sent(bytes));
    }
    this.#bundle = [];
    this.#bundleBytes = 0;
  }

  room(): Promise<void> {
    if (this.#over || this.#unsentBytes < UNSENT_BYTES) return Promise.resolve();
    return new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  /** Sends one reply, at once. */
  async send(reply: Buffer): Promise<void> {
    this.add(reply);
    this.flush();
    await this.room();
  }

  end(error?: unknown): void {
    if (this.#over) return;
    this.flush();
    this.#finish();
    if (error === undefined) this.#call.end();
    else this.#call.emit('error', error instanceof StoreError ? error : internalError());
  }

  #sent(bytes: number): void {
    this.#unsentBytes -= bytes;
    if (this.#unsentBytes < UNSENT_BYTES) this.#go();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.#go();
    this.#onOver();
  }

  #go(): void {
    this.#release?.();
    this.#release = undefined;
  }
}
