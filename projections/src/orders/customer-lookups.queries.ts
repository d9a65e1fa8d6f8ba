import { ERASED } from '@easel/contracts/kernel/event';
import type { lookupKinds } from '@easel/contracts/orders/policy';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { ordersModel } from './orders.queries.ts';

interface FoundOrder {
  id: string;
  member_id: string;
}

const { schema } = ordersModel;

/** Sorts behind every character that a name may have. */
const LAST = '\u{10FFFF}';

/** An index leads to each. */
const conditions = {
  email: 'lower(customer_email) = lower($1::text)',
  name: `lower(customer_name) collate "C" >= lower($1::text)
    and lower(customer_name) collate "C" < lower($1::text) || '${LAST}'`,
};

const statementBy = (by: keyof typeof conditions) =>
  new Statement<FoundOrder>(
    `orders by ${by} of the customer`,
    // First all of the customer, as the newest of all orders would be walked through otherwise.
    `with theirs as materialized (
       select id, member_id, position from ${schema}.placed
       where ${conditions[by]} and customer_email <> '${ERASED}'
     )
     select id, member_id from theirs order by position desc limit $2::int`,
  );
export const lookupStatements = { email: statementBy('email'), name: statementBy('name') };

/** Finds the newest orders whose customer typed this email address, or a name that begins with it. */
export const ordersOfCustomer = (
  reads: Reads,
  { by, text }: { by: (typeof lookupKinds)[number]; text: string },
  limit: number,
): Promise<FoundOrder[]> => lookupStatements[by].run(reads, [text, limit]);
