import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import { imageSizeOfPixels, sizedPx } from '@easel/contracts/downloads/policy';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { append } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markStreams } from '../kernel/incomplete.ts';
import { type Entry, writeListing } from '../kernel/listing.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { BOUGHT, incomplete, type PurchaseRow, purchases as purchaseTable, tables } from './purchases.tables.ts';

class PurchaseRows implements RowBatch {
  private readonly rows: PurchaseRow[] = [];

  add(row: PurchaseRow): void {
    this.rows.push(row);
  }

  async write(sql: ClientBase): Promise<void> {
    if (this.rows.length === 0) return;
    const added = this.rows.map(({ id, member_id: owner, item }): Entry => ({
      owner,
      list: BOUGHT,
      at: item.purchased_at,
      id,
    }));
    await Promise.all([append(sql, purchaseTable, this.rows), writeListing(sql, added, [])]);
  }
}

/** What members bought of each other. It stays theirs, whatever becomes of the generation. */
export const purchases = projectorOf<AccountFact, PurchaseRows>()({
  name: 'purchases',
  version: 3,
  categories: [accountStream.category],
  tables,
  rows: () => new PurchaseRows(),
  on: {
    ImagePurchased: ({ data }, rows) => rows.add(purchaseRow(data)),
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
  markIncomplete: markStreams(incomplete, [accountStream]),
});

function purchaseRow(data: Extract<AccountFact, { type: 'ImagePurchased' }>['data']): PurchaseRow {
  const { purchaseId: id, memberId, generationId, variantId, size, method, tenths, cents, purchasedAt, image } = data;
  const { width, height } = image.original;
  const original = imageSizeOfPixels(Math.max(width, height));
  const imagePath = (name: string): string => purchasesHttp.image.path.replace(':id', id).replace(':name', name);
  return {
    id,
    member_id: memberId,
    generation_id: generationId,
    preview_blob: image.preview.blob,
    thumbnail_blob: image.thumbnail.blob,
    item: {
      id,
      generationId,
      variantId,
      size,
      original,
      method,
      credits: tenthsToCredits(tenths),
      amount: centsToDollars(cents),
      purchased_at: purchasedAt,
      // Of the file that may be taken home.
      ...sizedPx(size, { width, height, original }),
      thumbhash: image.thumbhash,
      thumbnail_url: imagePath('thumbnail.webp'),
      preview_url: imagePath('preview.webp'),
      downloadUrl: purchasesHttp.file.path.replace(':id', id),
    },
  };
}
