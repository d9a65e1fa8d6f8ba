import type { Invoice } from '@easel/contracts/invoices/http';
import { column, type RowOf, table } from '@easel/kernel/database/table';

/** Invoices and credit notes by their number, receipts by the id of their purchase. */
export const documents = table(
  'document',
  {
    number: column.text,
    member_id: column.uuid,
    /** Of the payment or refund that it was issued for; null of a receipt. */
    event_id: column.uuid.orNull,
    /** Null of a receipt for what was paid from the account. */
    payment_id: column.text.orNull,
    /** What its member is shown, ready. */
    item: column.json<Invoice>(),
  },
  {
    key: ['number'],
    indexes: ['(member_id, payment_id) where payment_id is not null', '(event_id) where event_id is not null'],
  },
);
export type DocumentRow = RowOf<typeof documents>;

/** Members of whom events are parked. */
export const incomplete = table('incomplete', { member_id: column.uuid }, { key: ['member_id'] });

export const tables = [documents, incomplete] as const;
