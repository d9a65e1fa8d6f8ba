import type { AlarmSide, AlarmState, AnswerChart } from '@easel/contracts/columns/policy';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** The statements that operators keep. */
export const savedQueries = table(
  'saved_query',
  {
    query_id: column.uuid,
    name: column.text,
    sql: column.text,
    chart: column.oneOf<AnswerChart>(),
    version: column.int,
    saved_at: column.timestamptz,
    saved_by: column.code,
    saved_by_role: column.code.orNull,
    /** Null where it is no alarm, and so is what follows. */
    alarm_side: column.oneOf<AlarmSide>().orNull,
    threshold: column.float.orNull,
    alarm_state: column.oneOf<AlarmState>().orNull,
    /** All its digits, more than a float may have. */
    alarm_value: column.text.orNull,
    alarm_changed_at: column.timestamptz.orNull,
  },
  { key: ['query_id'] },
);
export type SavedQueryRow = RowOf<typeof savedQueries>;

export const tables = [savedQueries] as const;
