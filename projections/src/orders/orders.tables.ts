import type { OrderFact } from '@easel/contracts/orders/events';
import type { OrderStatus } from '@easel/contracts/orders/policy';
import type { OrderView } from '@easel/contracts/orders/view';
import { column, type RowOf, table } from '@easel/kernel/database/table';
import { listingTables } from '../kernel/listing.ts';

export type OrderNote = Pick<Extract<OrderFact, { type: 'OrderNoted' }>['data'], 'noteId' | 'note' | 'notedAt'> & {
  operatorId: string;
};

/** Which operator caused an entry of the timeline, and why. The reason is personal: it is erased with the member. */
export interface SupportDecision {
  /** Index of the entry. */
  entry: number;
  operatorId: string;
  /** Empty where no words were needed. */
  reason: string;
}

export const orders = table(
  'placed',
  {
    id: column.uuid,
    member_id: column.uuid,
    /** The position of its first event. */
    position: column.position,
    reference: column.code,
    status: column.word<OrderStatus>(),
    test: column.boolean,
    /** Null until a payment is opened. */
    payment_id: column.text.orNull,
    customer_name: column.text,
    customer_email: column.text,
    customer_phone: column.text,
    street: column.text,
    city: column.text,
    state: column.text,
    zip_code: column.text,
    /** At the print service; null until it is sent there. */
    print_id: column.text.orNull,
    /** Numbers of its parcels as `trackingKey` writes them, a space between them. */
    tracking: column.text,
    /** Since when it is late, which may be in the future; null where it cannot be. */
    late_since: column.timestamptz.orNull,
    /** Notes of support. */
    notes: column.json<OrderNote[]>(),
    /** Why support changed it. */
    decisions: column.json<SupportDecision[]>(),
    /** All else that its events say. */
    view: column.json<OrderView>(),
  },
  {
    key: ['id'],
    indexes: [
      '(position)',
      '(member_id, position)',
      '(reference)',
      '(payment_id) where payment_id is not null',
      '(late_since) where late_since is not null',
      `using gin (string_to_array(tracking, ' ')) where tracking <> ''`,
      '(lower(customer_email))',
      '(lower(customer_name) collate "C")',
    ],
  },
);
export type OrderRow = RowOf<typeof orders>;

/** Writes the number of a parcel as it is looked up: people copy it with spaces, and in small letters. */
export const trackingKey = (number: string): string => number.replace(/\s/g, '').toUpperCase();

/** The one list that each member has. */
export const ORDERED = 'ordered';

/** Members with parked events: their lists may lack orders. */
export const incomplete = table('incomplete', { member_id: column.uuid }, { key: ['member_id'] });

export const tables = [orders, incomplete, ...listingTables] as const;
