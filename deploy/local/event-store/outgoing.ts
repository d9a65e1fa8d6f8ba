import type { ServerWritableStream } from '@grpc/grpc-js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { internalError, StoreError } from './errors.ts';

export type ReadCall = ServerWritableStream<ReadReq, Buffer>;

/**
 * The replies of one read, never more of them in memory than the call's own buffer: a full one is waited for, and a
 * caller that went away ends the wait.
 */
export class Outgoing {
  #over = false;
  #release: (() => void) | undefined;
  #call: ReadCall;
  #onOver: () => void;

  /** @param onOver called once when nothing more can be sent */
  constructor(call: ReadCall, onOver: () => void) {
    this.#call = call;
    this.#onOver = onOver;
    call.on('drain', () => this.#go());
    call.on('cancelled', () => this.#finish());
  }

  get over(): boolean {
    return this.#over;
  }

  /** False: await `drained` before the next one. */
  write(reply: Buffer): boolean {
    return this.#over || this.#call.write(reply);
  }

  drained(): Promise<void> {
    if (this.#over) return Promise.resolve();
    return new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  async send(reply: Buffer): Promise<void> {
    if (!this.write(reply)) await this.drained();
  }

  end(error?: unknown): void {
    if (this.#over) return;
    this.#finish();
    if (error === undefined) this.#call.end();
    else this.#call.emit('error', error instanceof StoreError ? error : internalError());
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
