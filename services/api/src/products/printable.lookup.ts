import { imageSizeOfPixels, sizedPx, type ImageSize } from '@easel/contracts/downloads/policy';
import { imagePath } from '@easel/contracts/gallery/policy';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { Injectable } from '@nestjs/common';
import { EntitlementsLookup, type BoughtImage, type Entitlements } from '../account/entitlements.lookup.ts';
import { GenerationLookup, type FoundGeneration } from '../generation/generation.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { offered, type OfferedImage } from '../purchases/image-offers.lookup.ts';

/** A picture as far as one member may have it printed. */
export interface Printable extends Pick<OfferedImage, 'generationId' | 'variantId' | 'image'> {
  /** Whose picture it is. */
  makerId: string;
  /** Pixels that may be printed: all of the original's, or those of the largest size that was bought. */
  widthPx: number;
  heightPx: number;
  /** The largest size that was bought; undefined where nothing had to be bought. */
  boughtSize: ImageSize | undefined;
  /** Addresses that this member may load. */
  previewUrl: string;
  thumbnailUrl: string;
}

/** A picture with what its shop page shows of it. */
export interface PrintableWithTitle extends Printable {
  /** Which picture of its generation it is, from 1. */
  imageNumber: number;
  /** What it was made from; empty where that is gone. */
  title: string;
}

interface Asked {
  generationId: string;
  variantId?: string | undefined;
}

/** Finds the pictures that a member may have printed. spec: rulings "Who may print a picture". */
@Injectable()
export class PrintableLookup {
  constructor(
    private readonly generations: GenerationLookup,
    private readonly entitlements: EntitlementsLookup,
    private readonly people: PeopleLookup,
    private readonly members: MembersLookup,
  ) {}

  /** The first picture where none is named; undefined where the member may not have it printed. */
  async find(memberId: string, asked: Asked): Promise<PrintableWithTitle | undefined> {
    const view = await this.generations.find(asked.generationId);
    const has = () => this.entitlements.of(memberId);
    const printable = view && (await this.ofGeneration(memberId, view, asked.variantId, has));
    if (!printable) return undefined;
    const isErased = view.memberId !== memberId && (await this.members.isErased(view.memberId));
    const imageNumber = view.variants.findIndex(({ variantId }) => variantId === printable.variantId) + 1;
    return { ...printable, imageNumber, title: isErased ? '' : view.prompt };
  }

  /** As `find`, of a picture that is named. `has` is asked only where it matters what the member has bought. */
  async findFor(
    memberId: string,
    asked: { generationId: string; variantId: string },
    has: () => Promise<Entitlements>,
  ): Promise<Printable | undefined> {
    const view = await this.generations.find(asked.generationId);
    return view && this.ofGeneration(memberId, view, asked.variantId, has);
  }

  /**
   * What was bought may be printed whatever becomes of its generation; of several rights the one to most pixels. One's
   * own picture cannot be bought.
   */
  private async ofGeneration(
    memberId: string,
    view: FoundGeneration,
    variantId: string | undefined,
    has: () => Promise<Entitlements>,
  ): Promise<Printable | undefined> {
    const image = offered(view, variantId);
    const free = image && (await this.freeTo(memberId, image));
    if (free?.makerId === memberId) return free;
    const id = image?.variantId ?? variantId;
    const purchase = id === undefined ? undefined : largestBought(view.id, id, await has());
    const bought = purchase && boughtAs(purchase, image?.original);
    if (!free || !bought) return free ?? bought;
    return bought.widthPx > free.widthPx ? bought : free;
  }

  /** One's own picture, or an entry of a challenge that everybody sees. */
  private async freeTo(memberId: string, image: OfferedImage): Promise<Printable | undefined> {
    const { ownerId, isDeleted, isPublic, isEnteredImage } = image;
    const isOwn = ownerId === memberId && !isDeleted;
    if (!isOwn && !(isPublic && isEnteredImage && (await this.people.seesPicturesOf(memberId, ownerId))))
      return undefined;
    const { generationId, variantId } = image;
    const { width, height } = image.image.original;
    return {
      generationId,
      variantId,
      image: image.image,
      makerId: ownerId,
      widthPx: width,
      heightPx: height,
      boughtSize: undefined,
      previewUrl: imagePath(variantId, { isPublic }),
      thumbnailUrl: imagePath(variantId, { isPublic, thumbnail: true }),
    };
  }
}

type Purchase = BoughtImage & { purchaseId: string };

/** Leaves out what is kept back, as where its payment was taken back. */
function largestBought(generationId: string, variantId: string, has: Entitlements): Purchase | undefined {
  const size = has.boughtSizes(variantId).findLast((one) => has.sizeRefusal(variantId, one) === undefined);
  const purchaseId = size && has.purchaseFor(variantId, size);
  const purchase = purchaseId === undefined ? undefined : has.purchase(purchaseId);
  if (purchaseId === undefined || purchase?.generationId !== generationId) return undefined;
  return { ...purchase, purchaseId };
}

/** Computes the size in which it was made by its pixels where its generation, and so `original`, is gone. */
function boughtAs(purchase: Purchase, original: ImageSize | undefined): Printable {
  const { purchaseId, generationId, variantId, sellerId, size, image } = purchase;
  const { width, height } = image.original;
  const made = original ?? imageSizeOfPixels(Math.max(width, height));
  const px = sizedPx(size, { width, height, original: made });
  const addressOf = (name: string) => purchasesHttp.image.path.replace(':id', purchaseId).replace(':name', name);
  return {
    generationId,
    variantId,
    image,
    makerId: sellerId,
    widthPx: px.width,
    heightPx: px.height,
    boughtSize: size,
    previewUrl: addressOf('preview.webp'),
    thumbnailUrl: addressOf('thumbnail.webp'),
  };
}
