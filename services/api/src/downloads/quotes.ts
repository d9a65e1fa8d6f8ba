import type { Quote } from '@easel/contracts/downloads/http';
import {
  downloadLimits,
  downloadProblems,
  imageSizes,
  QUOTE_MS,
  type ImageSize,
} from '@easel/contracts/downloads/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { randomUUID } from '@easel/kernel/server/chance';
import { Injectable } from '@nestjs/common';
import { EntitlementsLookup } from '../account/entitlements.lookup.ts';
import { pixelsOf } from '../image-files.ts';
import { ImageOffersLookup } from '../purchases/image-offers.lookup.ts';
import { DownloadTokens } from './download-tokens.ts';
import { TakeableImages, type TakeableImage } from './takeable-images.ts';

export interface QuoteRequest {
  generationId: string;
  variantId?: string | undefined;
  resolutionTier: ImageSize;
}

/** Says what a download would be and cost; nothing is recorded. */
@Injectable()
export class Quotes {
  constructor(
    private readonly images: TakeableImages,
    private readonly offers: ImageOffersLookup,
    private readonly entitlements: EntitlementsLookup,
    private readonly tokens: DownloadTokens,
  ) {}

  /** `token` holds for one download by this member, of this image in `finalTier`, at this price. */
  async quote(memberId: string, request: QuoteRequest): Promise<{ quote: Quote; token: string }> {
    const { generationId, variantId, resolutionTier } = request;
    const has = await this.entitlements.of(memberId);
    const image = await this.images.find({ memberId, generationId, variantId }, has);
    if (!image) throw new Refused(downloadProblems.notFound);
    const size = sizeUpTo(resolutionTier, image);
    const isBought = has.purchaseFor(image.variantId, size) !== undefined;
    const isFree = image.isOwn || isBought;
    if (!isFree && image.isEntry) throw new Refused(purchaseProblems.salesPaused);
    const price = isFree ? null : await this.offers.priceOf(image, size);
    const expiresAt = Date.now() + QUOTE_MS;
    return {
      quote: {
        formats: [...downloadLimits(has.tier).formats],
        availableTiers: [...image.sizes],
        requestedTier: resolutionTier,
        finalTier: size,
        imageDimensions: pixelsOf(size, image),
        cents: price?.cents ?? 0,
        credits: creditsOf(price),
        own: image.isOwn,
        bought: isBought,
        downloadsLeft: has.downloadsLeft,
        expiresAt: new Date(expiresAt).toISOString(),
      },
      token: this.tokens.quotes.sign({
        id: randomUUID(),
        memberId,
        generationId: image.generationId,
        variantId: image.variantId,
        size,
        price,
        expiresAt,
      }),
    };
  }
}

/** The largest that can be had up to the one that was asked for; the smallest where all are larger. */
function sizeUpTo(wanted: ImageSize, { sizes }: TakeableImage): ImageSize {
  const size = sizes.findLast((one) => imageSizes.indexOf(one) <= imageSizes.indexOf(wanted)) ?? sizes[0];
  if (size === undefined) throw new Refused(downloadProblems.notFound);
  return size;
}

/** Null where only dollars buy it. */
function creditsOf(price: { tenths: number | null } | null): number | null {
  if (price === null) return 0;
  return price.tenths === null ? null : tenthsToCredits(price.tenths);
}
