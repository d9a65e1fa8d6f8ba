import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { Logger } from 'pino';
import { BlobStoreFull, type BlobStore } from './blob-store.ts';
import type { Bus } from '../bus/bus.ts';
import type { DerivedRow, DerivedRows, DerivedRequest } from './derived-rows.ts';
import { REQUEST_PATIENCE_MS } from '../database/database.ts';
import { gathered } from '../database/gathered.ts';

export interface DerivedFile {
  blob: string;
  bytes: number;
}

/** How files are made; a step up makes every one of them anew, when it is asked for. */
export const DERIVED_RECIPE = 3;
/** More than the longest side that is sold. */
const MAX_SIDE_PX = 8192;
const PATIENCE_MS = 25_000;
/** How often it is seen, for all that is waited for together, whether a hint was lost. */
const LOOK_EVERY_MS = 2_000;
/** One that could not be made is not tried again before that. */
const FAILED_FOR_MS = 60_000;
/** A disk that is full may have room sooner. */
const NO_ROOM_FOR_MS = 10_000;
const RETRY_LATE_SECONDS = 5;

/** A request waits to be made, `{}`; and `{ key }`: it was, or cannot be. Both may be lost. */
export const DERIVED_WANTED = 'derived.wanted';
export const DERIVED_SETTLED = 'derived.settled';

/** It is being made and not ready yet: 503 with Retry-After. */
export class DerivedFileLate extends Refused {
  constructor() {
    super(problems.unavailable, { retryAfterSeconds: RETRY_LATE_SECONDS });
    this.name = 'DerivedFileLate';
  }
}

/** It could not be made, in as many tries as there are: 503, since it is tried again after Retry-After. */
export class DerivedFileFailed extends Refused {
  constructor() {
    super(problems.unavailable, { retryAfterSeconds: FAILED_FOR_MS / 1_000 });
    this.name = 'DerivedFileFailed';
  }
}

export interface DerivedFilesOptions {
  rows: DerivedRows;
  blobs: Pick<BlobStore, 'has'>;
  bus: Bus;
  logger: Logger;
  lookEveryMs?: number;
}

/** All who wait here for one file. */
interface Pending {
  request: DerivedRequest;
  waiters: number;
  /** What the first has asked for, all have. */
  asked: Promise<void>;
  settled: PromiseWithResolvers<DerivedFile>;
}

/** Names a file by everything that makes it what it is. */
export function keyOfRequest({ layout, making, ...request }: DerivedRequest): string {
  const { source, subjectId, partId, format, widthPx, heightPx } = request;
  const besides = [...(layout ? [layout] : []), ...(making ? [{ making }] : [])];
  const recipe = [DERIVED_RECIPE, source, subjectId, partId, format, widthPx, heightPx, ...besides];
  return createHash('sha256').update(JSON.stringify(recipe)).digest('hex');
}

/**
 * Files of other formats and sizes than the original's, made when somebody asks for them, once, and kept for as long as
 * they are asked for. Who makes them is elsewhere (DerivedMaker): the two meet in a table, the bus only saves them
 * time.
 */
export class DerivedFiles {
  private readonly pendingFor = new Map<string, Pending>();
  private readonly find: (key: string) => Promise<DerivedRow | undefined>;
  private hearing: Promise<() => Promise<void>> | undefined;
  private looking = false;

  constructor(private readonly options: DerivedFilesOptions) {
    this.find = gathered((keys) => options.rows.find(keys), { patienceMs: REQUEST_PATIENCE_MS });
  }

  /** Asks for it and does not wait. One that is there already, or failed a moment ago, is left as it is. */
  async want(request: DerivedRequest): Promise<void> {
    check(request);
    const key = keyOfRequest(request);
    const row = await this.find(key);
    if (row && (await this.ready(row))) return;
    await this.ask(key, request);
  }

  /**
   * The file: at once where it was made before, else as soon as it is made. Throws DerivedFileLate after `patienceMs`,
   * DerivedFileFailed, BlobStoreFull where there is no room for it, and the signal's reason.
   */
  async get(
    request: DerivedRequest,
    { patienceMs = PATIENCE_MS, signal }: { patienceMs?: number; signal?: AbortSignal } = {},
  ): Promise<DerivedFile> {
    check(request);
    signal?.throwIfAborted();
    const key = keyOfRequest(request);
    const row = await this.find(key);
    return (row && (await this.ready(row))) ?? this.waitFor(key, request, patienceMs, signal);
  }

  /** Nobody here waits any longer: they may ask the next process. */
  beforeApplicationShutdown(): void {
    for (const { settled } of this.pendingFor.values()) settled.reject(new DerivedFileLate());
  }

  async close(): Promise<void> {
    this.beforeApplicationShutdown();
    await (
      await this.hearing
    )?.();
  }

  /** What is waited for here by how many. */
  get waiting(): readonly number[] {
    return [...this.pendingFor.values()].map(({ waiters }) => waiters);
  }

  private async waitFor(
    key: string,
    request: DerivedRequest,
    patienceMs: number,
    signal: AbortSignal | undefined,
  ): Promise<DerivedFile> {
    const pending = this.join(key, request);
    const over = new AbortController();
    const ended = Promise.withResolvers<never>();
    const onAbort = (): void => ended.reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    const late = wait(patienceMs, undefined, { signal: over.signal }).then(() => {
      throw new DerivedFileLate();
    });
    late.catch(() => undefined);
    try {
      return await Promise.race([pending.asked.then(() => pending.settled.promise), late, ended.promise]);
    } finally {
      over.abort();
      signal?.removeEventListener('abort', onAbort);
      pending.waiters -= 1;
      if (pending.waiters === 0) this.leave(key, pending);
    }
  }

  private join(key: string, request: DerivedRequest): Pending {
    let pending = this.pendingFor.get(key);
    if (!pending) {
      pending = { request, waiters: 0, asked: this.begin(key, request), settled: Promise.withResolvers() };
      pending.settled.promise.catch(() => undefined);
      this.pendingFor.set(key, pending);
      void this.lookNowAndThen();
    }
    pending.waiters += 1;
    return pending;
  }

  /** Listens before it asks: the answer may be there at once. */
  private async begin(key: string, request: DerivedRequest): Promise<void> {
    await (this.hearing ??= this.options.bus.subscribe(DERIVED_SETTLED, (payload) => this.hear(payload)));
    await this.ask(key, request);
  }

  private hear(payload: unknown): void {
    const key = typeof payload === 'object' && payload !== null && 'key' in payload ? payload.key : undefined;
    if (typeof key === 'string' && this.pendingFor.has(key)) void this.look([key]);
  }

  private async lookNowAndThen(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    while (this.pendingFor.size > 0) {
      await wait(this.options.lookEveryMs ?? LOOK_EVERY_MS, undefined, { ref: false });
      await this.look([...this.pendingFor.keys()]);
    }
    this.looking = false;
  }

  /**
   * An error costs nothing but time: it is looked again in a moment. Nobody looks before the question was put, which
   * makes an old failure a file that is wanted again.
   */
  private async look(keys: readonly string[]): Promise<void> {
    const looks = keys.map(async (key) => {
      const pending = this.pendingFor.get(key);
      if (!pending) return;
      await pending.asked;
      await this.settle(pending, key, await this.find(key));
    });
    for (const look of await Promise.allSettled(looks)) {
      if (look.status === 'rejected')
        this.options.logger.warn({ err: look.reason as Error }, 'a look for files failed');
    }
  }

  private async settle(pending: Pending, key: string, row: DerivedRow | undefined): Promise<void> {
    if (row?.state === 'making') return;
    if (row?.state === 'failed') {
      pending.settled.reject(failureOf(row));
      this.leave(key, pending);
      return;
    }
    const made = row && (await this.ready(row));
    if (made) {
      pending.settled.resolve(made);
      this.leave(key, pending);
    } else await this.ask(key, pending.request);
  }

  private leave(key: string, pending: Pending): void {
    if (this.pendingFor.get(key) === pending) this.pendingFor.delete(key);
  }

  /** What can be handed out; undefined where it must be asked for. */
  private async ready({ key, blob, bytes, stale }: DerivedRow): Promise<DerivedFile | undefined> {
    if (blob === null || bytes === null) return undefined;
    // First of all, so that who forgets old ones from now on leaves it; gone already, it is made anew.
    if (stale && !(await this.options.rows.touch(key, blob))) return undefined;
    if (await this.options.blobs.has(blob)) return { blob, bytes };
    await this.options.rows.unmake(key, blob);
    return undefined;
  }

  private async ask(key: string, request: DerivedRequest): Promise<void> {
    const state = await this.options.rows.ask(key, request, DERIVED_RECIPE);
    if (state === 'wanted') this.options.bus.publish(DERIVED_WANTED, {});
    // It was settled between the look and the question: nobody will say so again.
    else if (state !== 'making') this.hear({ key });
  }
}

function failureOf({ failure }: DerivedRow): Error {
  return failure === 'no_room' ? new BlobStoreFull('No room for the file that was asked for') : new DerivedFileFailed();
}

/** How long what failed is not tried again. */
export const failedForMs = (failure: 'no_room' | 'failed'): number =>
  failure === 'no_room' ? NO_ROOM_FOR_MS : FAILED_FOR_MS;

function check({ widthPx, heightPx }: DerivedRequest): void {
  for (const px of [widthPx, heightPx]) {
    if (!Number.isInteger(px) || px < 1 || px > MAX_SIDE_PX) throw new RangeError(`${px} is no side of an image`);
  }
}
