import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { statementColumns } from '@easel/contracts/ledger/statement';
import { csvOf, type Column } from '@easel/kernel/files/csv';
import type { FileEntry } from './ledger.queries.ts';

export const entryColumns: readonly Column<FileEntry>[] = [
  ['at', ({ at }) => at],
  ['reason', ({ reason }) => reason],
  ['note', ({ note }) => note],
  ['credits', ({ tenths }) => tenthsToCredits(tenths), 1],
  ['held', ({ held_tenths }) => tenthsToCredits(held_tenths), 1],
  ['dollars', ({ cents }) => centsToDollars(cents), 2],
  ['frozen', ({ frozen_cents }) => centsToDollars(frozen_cents), 2],
  ['card', ({ card_cents }) => centsToDollars(card_cents), 2],
  ['credits balance', ({ balance_tenths }) => tenthsToCredits(balance_tenths), 1],
  ['held balance', ({ balance_held_tenths }) => tenthsToCredits(balance_held_tenths), 1],
  ['dollars balance', ({ balance_cents }) => centsToDollars(balance_cents), 2],
  ['frozen balance', ({ balance_frozen_cents }) => centsToDollars(balance_frozen_cents), 2],
  ['actor', ({ actor_kind }) => actor_kind],
  ['actor id', ({ actor_id }) => actor_id],
  ['event id', ({ event_id }) => event_id],
  ['stream', ({ stream }) => stream],
  ['revision', ({ revision }) => revision, 0],
  ['position', ({ position }) => position],
  ['correlation id', ({ correlation_id }) => correlation_id],
  ['causation id', ({ causation_id }) => causation_id],
  ['generation id', ({ generation_id }) => generation_id],
  ['purchase id', ({ purchase_id }) => purchase_id],
  ['payment id', ({ payment_id }) => payment_id],
];

/**
 * There is a line for each entry and none for totals, so that each column of what moved adds up: over a whole statement
 * to the balance columns of its last line, over a part of it to what that part moved.
 */
export const statementCsv = (
  portions: AsyncIterable<readonly FileEntry[]>,
  lines: 'entry' | 'picture' = 'entry',
): AsyncGenerator<string, void, void> => csvOf(lines === 'entry' ? entryColumns : statementColumns, portions);
