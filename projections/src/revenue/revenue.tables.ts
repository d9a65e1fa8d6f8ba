import { column, type RowOf, table } from '@easel/kernel/database/table';

/** `order-test` marks a payment as a test, `print-cost` is what the print service charges for an attempt. */
export type MoneyKind = 'plans' | 'top_ups' | 'purchases' | 'prints' | 'returned' | 'order-test' | 'print-cost';
export type DisputeStep = 'frozen' | 'released' | 'lost';

/** Money that came in or went back, each by the fact that tells of it. */
export const moves = table(
  'move',
  {
    id: column.uuid,
    position: column.position,
    day: column.date,
    kind: column.word<MoneyKind>(),
    /**
     * What was paid, or of what it went back; of an old purchase by card, the purchase. An order pays for several. Of a
     * print cost, the order and its attempt.
     */
    payment: column.text,
    /** Below zero where what had gone back came again; null where the whole payment went (`whole`). */
    cents: column.bigint.orNull,
    /** How often the whole payment went back by it: 1, or -1 where it came again. */
    whole: column.smallint,
    dispute: column.text.orNull,
    step: column.word<DisputeStep>().orNull,
    /** Of what was paid: a test, by which no money moved. */
    test: column.boolean,
  },
  { key: ['id'], indexes: ['(day)', '(payment)', '(dispute)'] },
);
export type MoveRow = RowOf<typeof moves>;

/** Streams whose facts are missing. */
export const incomplete = table('incomplete', { stream: column.text }, { key: ['stream'] });

export const tables = [moves, incomplete] as const;
