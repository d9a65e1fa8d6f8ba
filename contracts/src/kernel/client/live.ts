import type * as z from 'zod/mini';
import type { Route } from '../http.ts';
import { addressOf } from './address.ts';
import { ApiError } from './api-error.ts';
import type { ShapeReader } from './checked-shape.ts';
import type { Client } from './client.ts';
import { eventReader, type StreamEvent } from './event-stream.ts';

/**
 * `paused`: nobody looks or there is no connection, so it was given up on purpose; `down`: it broke and will be tried
 * again.
 */
export type LiveState = 'connecting' | 'open' | 'down' | 'paused';

/** The name of an event → what its data looks like. */
export type LiveSchemas = Readonly<Record<string, z.ZodMiniType>>;

/** `id` as the server gave it, where it gave one. */
export type LiveEvent<S extends LiveSchemas> = {
  [Name in keyof S]: { name: Name; data: z.output<S[Name]>; id: string | undefined };
}[keyof S];

export interface Handlers<S extends LiveSchemas> {
  onEvent: (event: LiveEvent<S>) => void;
  onState: (state: LiveState) => void;
  /** The session has ended, and the stream with it. */
  onSignedOut?: (refusal: ApiError) => void;
}

/** Whether anybody is there to be told; while nobody is, no stream is held. */
export interface Presence {
  get: () => boolean;
  stop: () => void;
}

interface Following<S extends LiveSchemas> extends Handlers<S> {
  send: Client['send'];
  route: Route;
  schemas: S;
  readShape: ShapeReader;
  watchPresence?: (onChange: (present: boolean) => void) => Presence;
}

/** Without a byte for so long, a stream is taken for dead; a server with nothing to say sends comments more often. */
const SILENT_MOST_MS = 60_000;
/** A stream that lived so long was a good one: the next try is a first one. */
const GOOD_AFTER_MS = 5000;
const RETRY_FROM_MS = 1000;
const RETRY_MOST_MS = 30_000;

const everPresent: Presence = { get: () => true, stop: () => undefined };

/**
 * Follows a route that answers with server-sent events, read by a streaming fetch as the token stands in no address. A
 * stream that ends is taken up again after its last event's id; what fits no schema is passed over. Returns the end of
 * it; the end of the session ends it as well.
 */
export function followLive<S extends LiveSchemas>(following: Following<S>): () => void {
  const ended = new AbortController();
  void follow(following, ended.signal);
  return () => ended.abort();
}

async function follow<S extends LiveSchemas>(following: Following<S>, ended: AbortSignal): Promise<void> {
  const { onEvent, onState, onSignedOut, watchPresence = () => everPresent } = following;
  let connection = new AbortController();
  let wake = () => {};
  const presence = watchPresence((present) => {
    if (present) wake();
    else connection.abort();
  });
  ended.addEventListener('abort', () => {
    presence.stop();
    wake();
  });
  /** Until so much time has passed or somebody is there again, whatever comes first. */
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  let lastId: string | undefined;
  let failures = 0;
  const receive = (message: StreamEvent) => {
    lastId = message.id ?? lastId;
    const event = eventOf(following, message);
    if (event) onEvent(event);
  };

  onState('connecting');
  while (!ended.aborted) {
    if (!presence.get()) {
      onState('paused');
      await rest(Number.POSITIVE_INFINITY);
      failures = 0;
      continue;
    }
    connection = new AbortController();
    const begun = Date.now();
    let waitMs = 0;
    try {
      const signal = AbortSignal.any([ended, connection.signal]);
      await read(following, { lastId, signal, onOpen: () => onState('open'), receive });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        if (!ended.aborted) onSignedOut?.(error);
        break;
      }
      if (error instanceof ApiError) waitMs = error.retryAfterMs;
    }
    if (ended.aborted) break;
    if (!presence.get()) continue;
    onState('down');
    failures = Date.now() - begun > GOOD_AFTER_MS ? 0 : failures + 1;
    await rest(Math.max(waitMs, backoffMs(failures)));
  }
  presence.stop();
}

/** Doubling, and up to a half of it by chance, so that not all come back at once. */
function backoffMs(failures: number): number {
  const full = Math.min(RETRY_MOST_MS, RETRY_FROM_MS * 2 ** Math.max(0, failures - 1));
  return full * (0.5 + Math.random() / 2);
}

interface Reading {
  lastId: string | undefined;
  signal: AbortSignal;
  onOpen: () => void;
  receive: (message: StreamEvent) => void;
}

/** Reads one stream to its end. */
async function read<S extends LiveSchemas>(
  { send, route }: Following<S>,
  { lastId, signal, onOpen, receive }: Reading,
): Promise<void> {
  const silence = new AbortController();
  let watchdog = setTimeout(() => silence.abort(), SILENT_MOST_MS);
  const sending = {
    method: route.method,
    address: addressOf(route, {}),
    access: route.access,
    headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) },
    signal: AbortSignal.any([signal, silence.signal]),
    endless: true,
  };
  try {
    await send(sending, async ({ body }) => {
      onOpen();
      const feed = eventReader(receive);
      const decoder = new TextDecoder();
      const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
      while (reader) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(watchdog);
        watchdog = setTimeout(() => silence.abort(), SILENT_MOST_MS);
        feed(decoder.decode(value, { stream: true }));
      }
    });
  } finally {
    clearTimeout(watchdog);
  }
}

function eventOf<S extends LiveSchemas>(
  { schemas, readShape }: Following<S>,
  { event, data, id }: StreamEvent,
): LiveEvent<S> | undefined {
  const schema = event !== undefined && Object.hasOwn(schemas, event) ? schemas[event] : undefined;
  const read = schema && readShape(schema, jsonOf(data));
  return read && ({ name: event, data: read.data, id } as LiveEvent<S>);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
