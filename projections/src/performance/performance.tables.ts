import type { Connection, Navigation, Vital } from '@easel/contracts/telemetry/policy';
import { column, table } from '@easel/kernel/database/table';

/** In which of the steps of `steps.ts` how many views of a page were, on a UTC day. */
export const measured = table(
  'measured_day',
  {
    day: column.date,
    page: column.text,
    build: column.text,
    navigation: column.word<Navigation>(),
    connection: column.word<Connection>(),
    name: column.word<Vital>(),
    step: column.smallint,
    views: column.int,
  },
  { key: ['day', 'page', 'build', 'navigation', 'connection', 'name', 'step'] },
);

/** What kept people waiting longer than it should: requests by what was asked for, and the page's own work. */
export const slow = table(
  'slow_day',
  {
    day: column.date,
    page: column.text,
    build: column.text,
    /** Empty for the page's own work. */
    resource: column.text,
    kind: column.text,
    times: column.int,
    ms: column.bigint,
  },
  { key: ['day', 'page', 'build', 'resource', 'kind'] },
);

/** Days whose facts are parked. */
export const incomplete = table('incomplete', { stream: column.text }, { key: ['stream'] });

export const tables = [measured, slow, incomplete] as const;
