import { createParser } from 'eventsource-parser';
import { useEffect, useEffectEvent } from 'react';
import { HttpError } from 'react-admin';
import { httpStream } from './http.ts';

const ADDRESS = '/api/admin/live';
/** Without a byte for so long a stream is taken for dead; the server says something more often. */
const SILENT_MOST_MS = 45_000;
const RETRY_FROM_MS = 1_000;
const RETRY_MOST_MS = 30_000;

/** What moved; `reconnected` where anything may have meanwhile; `refused` where the session has ended. */
type Hint = { kind: 'moved'; name: string } | { kind: 'reconnected' } | { kind: 'refused'; error: HttpError };
type Listener = (hint: Hint) => void;

const listeners = new Set<Listener>();
let running: AbortController | undefined;

/** One stream for the whole console, for as long as anybody listens. */
function listen(listener: Listener): () => void {
  listeners.add(listener);
  running ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    running?.abort();
    running = undefined;
  };
}

const tell = (hint: Hint): void => {
  for (const listener of listeners) listener(hint);
};

function start(): AbortController {
  const ended = new AbortController();
  void follow(ended.signal);
  return ended;
}

async function follow(ended: AbortSignal): Promise<void> {
  for (let failures = 0; !ended.aborted; failures++) {
    const begun = Date.now();
    try {
      await read(ended, () => tell({ kind: 'reconnected' }));
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) tell({ kind: 'refused', error });
      // Else: live hints are a comfort, and without them a page is as fresh as its last look.
    }
    if (Date.now() - begun > RETRY_MOST_MS) failures = 0;
    const waitMs = Math.min(RETRY_MOST_MS, RETRY_FROM_MS * 2 ** failures) * (0.5 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function read(ended: AbortSignal, onOpen: () => void): Promise<void> {
  const silence = new AbortController();
  let watchdog = setTimeout(() => silence.abort(), SILENT_MOST_MS);
  try {
    const response = await httpStream(ADDRESS, {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([ended, silence.signal]),
    });
    onOpen();
    const parser = createParser({
      onEvent({ event, data }) {
        const name = event === 'moved' ? nameIn(data) : undefined;
        if (name !== undefined) tell({ kind: 'moved', name });
      },
    });
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    while (reader) {
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

function nameIn(data: string): string | undefined {
  try {
    const { name } = JSON.parse(data) as { name?: unknown };
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** Calls back when one of these has moved on the server, or may have. */
export function useMoved(names: readonly string[], onMoved: () => void): void {
  const notice = useEffectEvent((hint: Hint) => {
    if (hint.kind === 'reconnected' || (hint.kind === 'moved' && names.includes(hint.name))) onMoved();
  });
  useEffect(() => listen(notice), []);
}

/** Calls back when the server no longer takes the session for one; it ends the stream of hints then. */
export function useSessionRefused(onRefused: (error: HttpError) => void): void {
  const notice = useEffectEvent((hint: Hint) => {
    if (hint.kind === 'refused') onRefused(hint.error);
  });
  useEffect(() => listen(notice), []);
}
