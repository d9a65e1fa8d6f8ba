import type { ApiError } from '@easel/contracts/kernel/client/api-error';
import { checkedShape } from '@easel/contracts/kernel/client/checked-shape';
import { followLive } from '@easel/contracts/kernel/client/live';
import { operationsHttp } from '@easel/contracts/operations/http';
import { moved } from '@easel/contracts/operations/live';
import { useEffect, useEffectEvent } from 'react';
import { send } from './api.ts';

/** What moved; `reconnected` where anything may have meanwhile; `refused` where the session has ended. */
type Hint = { kind: 'moved'; name: string } | { kind: 'reconnected' } | { kind: 'refused'; error: ApiError };
type Listener = (hint: Hint) => void;

const listeners = new Set<Listener>();
let stop: (() => void) | undefined;

/** One stream for the whole console, for as long as anybody listens. */
function listen(listener: Listener): () => void {
  listeners.add(listener);
  stop ??= start();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

const tell = (hint: Hint): void => {
  for (const listener of listeners) listener(hint);
};

/** Live hints are a comfort: without them a page is as fresh as its last look. */
const start = (): (() => void) =>
  followLive({
    send,
    route: operationsHttp.live,
    schemas: { moved },
    readShape: checkedShape,
    onEvent: ({ data }) => tell({ kind: 'moved', name: data.name }),
    onState(state) {
      if (state === 'open') tell({ kind: 'reconnected' });
    },
    onSignedOut(error) {
      // Whoever listens next, after another sign-in, begins a new one.
      stop = undefined;
      tell({ kind: 'refused', error });
    },
  });

/** What is waited for, by the names of hints. */
export type AwaitedHints = readonly string[] | 'any';

/** Calls back when one of these has moved on the server, or may have. */
export function useMoved(names: AwaitedHints, onMoved: () => void): void {
  const notice = useEffectEvent((hint: Hint) => {
    if (hint.kind === 'reconnected' || (hint.kind === 'moved' && (names === 'any' || names.includes(hint.name))))
      onMoved();
  });
  useEffect(() => listen(notice), []);
}

/** Calls back when the server no longer takes the session for one; it ends the stream of hints then. */
export function useSessionRefused(onRefused: (error: ApiError) => void): void {
  const notice = useEffectEvent((hint: Hint) => {
    if (hint.kind === 'refused') onRefused(hint.error);
  });
  useEffect(() => listen(notice), []);
}
