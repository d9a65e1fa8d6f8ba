import type { AccountFact } from '@easel/contracts/account/events';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { downloadLimits, imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import type { Problem } from '@easel/contracts/kernel/problem';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { boughtAs, type Account } from './account-state.decider.ts';
import { purchaseRefusal, sizeRefusal } from './cover.decider.ts';
import { presentAccount } from './present-account.ts';

type Bought = Extract<AccountFact, { type: 'ImagePurchased' }>['data'];

/** What was bought: it may be had whatever becomes of its generation. */
export interface BoughtImage extends Pick<Bought, 'generationId' | 'variantId' | 'sellerId' | 'size' | 'image'> {
  /** Why its files are kept back; undefined where they are not. */
  keptBack: Problem | undefined;
}

/** What a member may take home, as the account says at one moment. */
export interface Entitlements {
  /** The one in force. */
  tier: SubscribedTier;
  /** Of other members' images, this UTC month; null where there is no limit. */
  downloadsLeft: number | null;
  purchase(purchaseId: string): BoughtImage | undefined;
  /** The id of the purchase by which a size may be had: of that size or a larger one. */
  purchaseFor(variantId: string, size: ImageSize): string | undefined;
  /** The sizes of an image that were paid for, smallest first. */
  boughtSizes(variantId: string): ImageSize[];
  /** Why the files of a size that was bought are kept back; undefined where they are not. */
  sizeRefusal(variantId: string, size: ImageSize): Problem | undefined;
  /** The call that has used a quote. */
  callThatUsed(quote: string): string | undefined;
}

/** Read-only door to what members have bought, for other features. */
@Injectable()
export class EntitlementsLookup {
  constructor(private readonly runner: DeciderRunner) {}

  async of(memberId: string): Promise<Entitlements> {
    return entitlementsOf(await presentAccount(this.runner, memberId));
  }
}

function entitlementsOf(account: Account): Entitlements {
  const { monthly } = downloadLimits(account.tier);
  return {
    tier: account.tier,
    downloadsLeft: monthly === null ? null : Math.max(0, monthly - account.downloadsThisMonth),
    purchase(purchaseId) {
      const purchase = ownOf(account.purchases, purchaseId);
      return purchase && { ...purchase, keptBack: purchaseRefusal(account, purchaseId) };
    },
    purchaseFor: (variantId, size) => boughtAs(account, variantId, size),
    boughtSizes: (variantId) => imageSizes.filter((size) => boughtAs(account, variantId, size) !== undefined),
    sizeRefusal: (variantId, size) => sizeRefusal(account, variantId, size),
    callThatUsed: (quote) => ownOf(account.quotes, quote),
  };
}

/** Names that come from outside may be those of every object. */
const ownOf = <Value>(record: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
