import type { ImageSize } from '@easel/contracts/downloads/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** Each by the id of its fact. */
export const activities = table(
  'activity',
  {
    id: column.uuid,
    member_id: column.uuid,
    event_type: column.text,
    generation_id: column.uuid,
    at: column.timestamptz,
  },
  { key: ['id'], indexes: ['(member_id, event_type, at desc, id desc)', '(member_id, at desc, id desc)'] },
);
export type ActivityRow = RowOf<typeof activities>;

export const totals = table(
  'activity_total',
  { member_id: column.uuid, event_type: column.text, total: column.int },
  { key: ['member_id', 'event_type'] },
);

/** What a member requested, and what ended, on a UTC day. */
export const days = table(
  'generation_day',
  {
    member_id: column.uuid,
    day: column.date,
    total: column.int,
    completed: column.int,
    failed: column.int,
  },
  { key: ['member_id', 'day'] },
);
export type DayRow = RowOf<typeof days>;

/**
 * What a member's pictures took of their credits on a UTC day, and what their sales brought, less what was taken back.
 */
export const accountDays = table(
  'account_day',
  {
    member_id: column.uuid,
    day: column.date,
    spent_tenths: column.int,
    earned_tenths: column.int,
    earned_cents: column.int,
  },
  { key: ['member_id', 'day'] },
);
export type AccountDayRow = RowOf<typeof accountDays>;

/** Images that a member made, by their size. */
export const qualities = table(
  'quality',
  {
    member_id: column.uuid,
    resolution: column.word<ImageSize>(),
    images: column.int,
    pixels: column.bigint,
  },
  { key: ['member_id', 'resolution'] },
);

/**
 * Visits of a UTC day by where they began, and how many of that landing registered on it. No host is an empty text, and
 * so is the landing of those who registered without a recorded visit.
 */
export const landings = table(
  'landing_day',
  {
    day: column.date,
    landing: column.text,
    referrer_host: column.text,
    visits: column.int,
    registered: column.int,
  },
  { key: ['day', 'landing', 'referrer_host'] },
);
export type LandingRow = RowOf<typeof landings>;

/** Of whom facts are parked, so that their figures lack something. */
export const incomplete = table('incomplete', { of: column.text }, { key: ['of'] });

export const tables = [activities, totals, days, accountDays, qualities, landings, incomplete] as const;
