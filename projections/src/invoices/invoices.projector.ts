import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { InvoiceFact, InvoiceItem } from '@easel/contracts/invoices/events';
import { invoicesStream } from '@easel/contracts/invoices/stream';
import type { Invoice } from '@easel/contracts/invoices/http';
import type { Recorded } from '@easel/contracts/kernel/event';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { append } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { type DocumentRow, documents, incomplete, tables } from './invoices.tables.ts';

class DocumentRows implements RowBatch {
  private readonly rows: DocumentRow[] = [];

  add(row: DocumentRow): void {
    this.rows.push(row);
  }

  async write(sql: ClientBase): Promise<void> {
    if (this.rows.length > 0) await append(sql, documents, this.rows);
  }
}

/** Invoices and credit notes as they were issued, and receipts, which follow from purchases. */
export const invoices = projectorOf<InvoiceFact | AccountFact, DocumentRows>()({
  name: 'invoices',
  version: 2,
  categories: [invoicesStream.category, accountStream.category],
  tables,
  rows: () => new DocumentRows(),
  on: {
    InvoiceIssued: (event, rows) => {
      const { item, cents } = event.data;
      rows.add(issued(event, { kind: 'invoice', item: shownItem(item), amount: centsToDollars(cents) }));
    },
    CreditNoteIssued: (event, rows) =>
      rows.add(
        issued(event, { kind: 'credit-note', item: { kind: 'refund' }, amount: -centsToDollars(event.data.cents) }),
      ),
    ImagePurchased: ({ data: { purchaseId, memberId, size, method, paymentId, tenths, cents, purchasedAt } }, rows) =>
      rows.add({
        number: purchaseId,
        member_id: memberId,
        event_id: null,
        payment_id: paymentId,
        item: {
          kind: 'receipt',
          number: purchaseId,
          at: purchasedAt,
          item: { kind: 'picture', size, method },
          credits: tenthsToCredits(tenths),
          amount: centsToDollars(cents),
          seller: null,
        },
      }),
  },
  ignores: [
    'ChallengeShareGranted',
    'CreditsGranted',
    'CreditsExpired',
    'CreditsHeld',
    'CreditsCaptured',
    'CreditsReleased',
    'CreditsRevoked',
    'DebtRepaid',
    'PlanPaid',
    'PlanRefunded',
    'PlanDisputed',
    'SubscriptionChanged',
    'WalletToppedUp',
    'WalletRefunded',
    'WalletDisputed',
    'DownloadGranted',
    'PrintsPurchased',
    'PurchaseCoverChanged',
    'EarningsSettled',
    'EarningsRevoked',
    'BadDebtBooked',
    'EarningsReturned',
    'PayoutRequested',
    'PayoutConfirmed',
    'PayoutSettled',
  ],
  // One event that cannot be applied keeps back its member's documents alone, and not all of a year.
  partition: ({ data }) => data.memberId,
  markIncomplete: (sql, members, isIncomplete) => markKeys(sql, incomplete, uuidsOf(members), isIncomplete),
});

function shownItem(item: InvoiceItem): Invoice['item'] {
  if (item.kind === 'failed-refund') return { kind: 'failed-refund' };
  if (item.kind !== 'order') return item;
  const { lines, shippingCents, ...order } = item;
  return {
    ...order,
    ...(lines && {
      lines: lines.map(({ unitCents, cents, ...line }) => ({
        ...line,
        unitAmount: centsToDollars(unitCents),
        amount: centsToDollars(cents),
      })),
    }),
    ...(shippingCents !== undefined && { shipping: centsToDollars(shippingCents) }),
  };
}

function issued(
  { data: { number, memberId, paymentId, seller, bookedAt }, metadata: { $causationId } }: Recorded<InvoiceFact>,
  document: Pick<Invoice, 'kind' | 'item' | 'amount'>,
): DocumentRow {
  return {
    number,
    member_id: memberId,
    event_id: $causationId ?? null,
    payment_id: paymentId,
    item: { ...document, number, at: bookedAt, credits: 0, seller },
  };
}
