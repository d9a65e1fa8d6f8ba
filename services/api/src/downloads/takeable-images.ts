import { availableSizes, imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import { Injectable } from '@nestjs/common';
import type { Entitlements } from '../account/entitlements.lookup.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { ImageOffersLookup, type OfferedImage } from '../purchases/image-offers.lookup.ts';

/** An image as one member may take it home. */
export interface TakeableImage extends OfferedImage {
  isOwn: boolean;
  /** Smallest first; what was bought is not lost with the plan. */
  sizes: readonly ImageSize[];
}

@Injectable()
export class TakeableImages {
  constructor(
    private readonly offers: ImageOffersLookup,
    private readonly people: PeopleLookup,
  ) {}

  /**
   * The first image of a generation where none is named. Undefined where the member has no right to any of its sizes.
   */
  async find(
    { memberId, generationId, variantId }: { memberId: string; generationId: string; variantId?: string | undefined },
    has: Entitlements,
  ): Promise<TakeableImage | undefined> {
    const image = await this.offers.find(generationId, variantId);
    if (!image) return undefined;
    const isOwn = image.ownerId === memberId && !image.isDeleted;
    const bought = has.boughtSizes(image.variantId);
    const isOffered = isOwn || (image.isPublic && (await this.people.seesPicturesOf(memberId, image.ownerId)));
    const offered = isOffered ? availableSizes({ tier: has.tier, original: image.original }) : [];
    const sizes = imageSizes.filter((size) => offered.includes(size) || bought.includes(size));
    return sizes.length > 0 ? { ...image, isOwn, sizes } : undefined;
  }
}
