import { followLive as follow, type Handlers, type LiveSchemas } from '@easel/contracts/kernel/client/live';
import type { Route } from '@easel/contracts/kernel/http';
import { readShape, send } from './api.ts';
import { watchPresence } from './presence.ts';

/**
 * A page out of sight keeps its stream for this long: a browser opens six connections to one place, for all tabs
 * together.
 */
const AWAY_AFTER_MS = 10_000;

/** Follows a route's events for as long as somebody could see what they change; returns the end of it. */
export const followLive = <S extends LiveSchemas>(route: Route, schemas: S, handlers: Handlers<S>): (() => void) =>
  follow({
    send,
    route,
    schemas,
    readShape,
    watchPresence: (onChange) => watchPresence(AWAY_AFTER_MS, onChange),
    ...handlers,
  });
