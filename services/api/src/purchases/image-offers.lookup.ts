import type { AccountFact } from '@easel/contracts/account/events';
import { originalSize, type ImageSize } from '@easel/contracts/downloads/policy';
import { isInOpenChallenge } from '@easel/contracts/generation/view';
import { curatorOfferOf, offerOf, type PriceList } from '@easel/contracts/prices/policy';
import { Injectable } from '@nestjs/common';
import { CuratorsLookup } from '../curators/curators.lookup.ts';
import { GenerationLookup, type FoundGeneration } from '../generation/generation.lookup.ts';
import { PriceListLookup } from '../settings/prices.lookup.ts';

/** One image of a generation, as it stands now. */
export interface OfferedImage {
  generationId: string;
  variantId: string;
  /** The size in which it was made. */
  original: ImageSize;
  /** What is sold of it. */
  image: Extract<AccountFact, { type: 'ImagePurchased' }>['data']['image'];
  ownerId: string;
  /** In the trash, or gone. */
  isDeleted: boolean;
  /** For everybody to see, and so to buy. */
  isPublic: boolean;
  /** Entered in a challenge that is open: until it closes, no image of its generation is sold. */
  isEntry: boolean;
  /** It is the image that is entered: everyone may have it printed. */
  isEnteredImage: boolean;
}

/** What an image costs in one size. */
export interface ImagePrice {
  /** Null where only dollars buy it. */
  tenths: number | null;
  cents: number;
  priceVersion: number;
  /** It is a curator's. */
  curator: boolean;
}

/** Read-only door to what can be bought and at what price, for other features. */
@Injectable()
export class ImageOffersLookup {
  constructor(
    private readonly generations: GenerationLookup,
    private readonly curators: CuratorsLookup,
    private readonly lists: PriceListLookup,
  ) {}

  /** The first image where none is named; undefined where there is none, whoever asks. */
  async find(generationId: string, variantId?: string): Promise<OfferedImage | undefined> {
    const view = await this.generations.find(generationId);
    return view && offered(view, variantId);
  }

  /** In force now. */
  async priceOf({ ownerId }: Pick<OfferedImage, 'ownerId'>, size: ImageSize): Promise<ImagePrice> {
    return this.priceBy(await this.lists.current(), { ownerId, size });
  }

  /** In the order of what is asked, all by one price list. */
  async pricesOf(asked: readonly { ownerId: string; size: ImageSize }[], list: PriceList): Promise<ImagePrice[]> {
    return Promise.all(asked.map((one) => this.priceBy(list, one)));
  }

  private async priceBy(list: PriceList, { ownerId, size }: { ownerId: string; size: ImageSize }): Promise<ImagePrice> {
    const { isCurator, cents } = await this.curators.of(ownerId);
    const offer = isCurator ? curatorOfferOf(list, size, cents) : offerOf(list, size);
    return { tenths: offer.tenths, cents: offer.cents, priceVersion: list.version, curator: isCurator };
  }
}

/** What a generation has to offer; nothing before it is complete, or where it only makes another's variant. */
export function offered(view: FoundGeneration, variantId?: string, at: Date = new Date()): OfferedImage | undefined {
  if (view.status !== 'completed' || view.variantOf !== null) return undefined;
  const index = variantId === undefined ? 0 : view.variants.findIndex((variant) => variant.variantId === variantId);
  const variant = view.variants[index];
  if (!variant) return undefined;
  const { original, preview, thumbnail, thumbhash } = variant;
  const isEntry = isInOpenChallenge(view, at);
  return {
    generationId: view.id,
    variantId: variant.variantId,
    ownerId: view.memberId,
    // The settings are those of the images that came with the generation; variants of later have their own.
    original: originalSize({
      ...sidesOf(original),
      resolution: index < view.settings.count ? view.settings.resolution : null,
    }),
    image: {
      original: fileOf(original),
      preview: fileOf(preview),
      thumbnail: fileOf(thumbnail),
      thumbhash,
    },
    isDeleted: view.deletedAt !== null,
    isPublic: view.isPublic && view.deletedAt === null,
    isEntry,
    isEnteredImage: isEntry && view.entry?.variantId === variant.variantId,
  };
}

const sidesOf = ({ width, height }: { width: number; height: number }) => ({ width, height });

const fileOf = ({ blob, width, height }: { blob: string; width: number; height: number }) => ({ blob, width, height });
