import type { SubscribedTier } from '@easel/contracts/account/policy';
import { downloadLimits, imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import { Injectable } from '@nestjs/common';
import type { Problem } from '@easel/contracts/kernel/problem';
import { boughtAs, type Account, type Purchase } from './account-state.decider.ts';
import { AccountLookup } from './account.lookup.ts';
import { purchaseRefusal, sizeRefusal } from './cover.decider.ts';

/** What a member may take home, as the account says at one moment. */
export class Entitlements {
  constructor(private readonly account: Account) {}

  /** The one in force. */
  get tier(): SubscribedTier {
    return this.account.tier;
  }

  /** Of other members' images, this UTC month; null where there is no limit. */
  get downloadsLeft(): number | null {
    const { monthly } = downloadLimits(this.tier);
    return monthly === null ? null : Math.max(0, monthly - this.account.downloadsThisMonth);
  }

  purchase(purchaseId: string): Purchase | undefined {
    return Object.hasOwn(this.account.purchases, purchaseId) ? this.account.purchases[purchaseId] : undefined;
  }

  /** The id of the purchase by which a size may be had: of that size or a larger one. */
  purchaseFor(variantId: string, size: ImageSize): string | undefined {
    return boughtAs(this.account, variantId, size);
  }

  /** The sizes of an image that were paid for, smallest first. */
  boughtSizes(variantId: string): ImageSize[] {
    return imageSizes.filter((size) => this.purchaseFor(variantId, size) !== undefined);
  }

  /** Why the files of a purchase are kept back; undefined where they are not. */
  purchaseRefusal(purchase: Purchase): Problem | undefined {
    return purchaseRefusal(this.account, purchase);
  }

  /** The same of a size that was bought. */
  sizeRefusal(variantId: string, size: ImageSize): Problem | undefined {
    return sizeRefusal(this.account, variantId, size);
  }

  /** The call that has used a quote. */
  callThatUsed(quote: string): string | undefined {
    return Object.hasOwn(this.account.quotes, quote) ? this.account.quotes[quote] : undefined;
  }
}

/** Read-only door to what members have bought, for other features. */
@Injectable()
export class EntitlementsLookup {
  constructor(private readonly accounts: AccountLookup) {}

  async of(memberId: string): Promise<Entitlements> {
    return new Entitlements(await this.accounts.of(memberId));
  }
}
