import type { Route } from '@easel/contracts/kernel/http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as z from 'zod/mini';
import { addressOf, ApiError } from './api.ts';
import { watchPresence } from './presence.ts';
import { token } from './token.ts';

/** `paused`: nobody looks or there is no connection, so it was given up on purpose; `down`: it broke and will be tried again. */
export type LiveState = 'connecting' | 'open' | 'down' | 'paused';

/** The name of an event → what its data looks like. */
export type LiveSchemas = Readonly<Record<string, z.ZodMiniType>>;

/** `id` as the server gave it, where it gave one. */
export type LiveEvent<S extends LiveSchemas> = {
  [Name in keyof S]: { name: Name; data: z.output<S[Name]>; id: string | undefined };
}[keyof S];

interface Handlers<S extends LiveSchemas> {
  onEvent: (event: LiveEvent<S>) => void;
  onState: (state: LiveState) => void;
}

/** A page out of sight keeps its stream for this long: a browser opens six connections to one place, for all tabs together. */
const AWAY_AFTER_MS = 10_000;
/** Without a byte for so long, a stream is taken for dead; a server with nothing to say sends comments more often. */
const SILENT_MOST_MS = 60_000;
/** A stream that lived so long was a good one: the next try is a first one. */
const GOOD_AFTER_MS = 5000;
const RETRY_FROM_MS = 1000;
const RETRY_MOST_MS = 30_000;
const BUFFER_MOST_CHARACTERS = 1_000_000;

/**
 * Follows a route that answers with server-sent events, read by a streaming fetch as the token stands in no address. A stream that ends
 * is taken up again after its last event's id; what fits no schema is passed over. Returns the end of it; the end of the session ends it
 * as well.
 */
export function followLive<S extends LiveSchemas>(route: Route, schemas: S, handlers: Handlers<S>): () => void {
  const ended = new AbortController();
  void follow(route, schemas, handlers, ended.signal);
  return () => ended.abort();
}

async function follow<S extends LiveSchemas>(
  route: Route,
  schemas: S,
  { onEvent, onState }: Handlers<S>,
  ended: AbortSignal,
): Promise<void> {
  let connection = new AbortController();
  let wake = () => {};
  const presence = watchPresence(AWAY_AFTER_MS, (present) => {
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
  const receive = (message: EventSourceMessage) => {
    lastId = message.id ?? lastId;
    const event = eventOf(schemas, message);
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
      await read(route, lastId, AbortSignal.any([ended, connection.signal]), () => onState('open'), receive);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) break;
      if (error instanceof Refusal) waitMs = error.waitMs;
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

/** The server's no to a stream, with how long it asks to be left alone. */
class Refusal extends ApiError {
  readonly waitMs: number;

  constructor(response: Response) {
    super('http', `HTTP error! status: ${response.status}`, { status: response.status });
    this.waitMs = (Number(response.headers.get('retry-after')) || 0) * 1000;
  }
}

/** Reads one stream to its end. */
async function read(
  route: Route,
  lastId: string | undefined,
  signal: AbortSignal,
  onOpen: () => void,
  onEvent: (message: EventSourceMessage) => void,
): Promise<void> {
  const bearer = token.get();
  if (!bearer) throw new ApiError('http', 'No authentication token', { status: 401 });
  const headers = new Headers({ accept: 'text/event-stream', authorization: `Bearer ${bearer}` });
  if (lastId !== undefined) headers.set('last-event-id', lastId);

  const silence = new AbortController();
  let watchdog = setTimeout(() => silence.abort(), SILENT_MOST_MS);
  try {
    const response = await fetch(addressOf(route, {}), {
      headers,
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok || !response.body) {
      if (response.status === 401 && bearer === token.get()) token.clear('expired');
      await response.body?.cancel();
      throw new Refusal(response);
    }
    onOpen();
    const parser = createParser({ onEvent, maxBufferSize: BUFFER_MOST_CHARACTERS });
    const decoder = new TextDecoder();
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(() => silence.abort(), SILENT_MOST_MS);
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    clearTimeout(watchdog);
  }
}

function eventOf<S extends LiveSchemas>(schemas: S, { event, data, id }: EventSourceMessage): LiveEvent<S> | undefined {
  const schema = event !== undefined && Object.hasOwn(schemas, event) ? schemas[event] : undefined;
  const parsed = schema && z.safeParse(schema, jsonOf(data));
  return parsed?.success ? ({ name: event, data: parsed.data, id } as LiveEvent<S>) : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
