import { formatProblem, sizeProblem } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { OrderedDownload, OrderedItem, OrderedProduct } from '@easel/contracts/orders/events';
import type { orderBody } from '@easel/contracts/orders/order-body';
import { orderProblems } from '@easel/contracts/orders/policy';
import type { PriceList } from '@easel/contracts/prices/policy';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod/mini';
import { EntitlementsLookup, type Entitlements } from '../account/entitlements.lookup.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { PrintableLookup } from '../products/printable.lookup.ts';
import { ImageOffersLookup, type OfferedImage } from '../purchases/image-offers.lookup.ts';
import { PriceListLookup } from '../settings/prices.lookup.ts';
import { itemIdOf } from './order-ids.ts';
import { GONE, orderedProduct } from './ordered-product.ts';

export const PAUSED = 'Sales of this image are paused while its challenge runs';
const TWICE = 'This image is in your cart more than once in this size';
export const BOUGHT_ALREADY = 'You have bought this image in this size already';

type AskedItem = z.output<typeof orderBody>['items'][number];
type AskedDownload = Extract<AskedItem, { kind: 'image-download' }>;

/** A download with its image, still without its price; a product with all but its id. */
type Found = { download: AskedDownload; image: OfferedImage } | { product: Omit<OrderedProduct, 'itemId'> };

/** Items of an order, sorted as they were asked for, at the prices of one list. */
export interface ChosenItems {
  items: OrderedItem[];
  priceVersion: number;
}

/** Checks which items a member may order, and sets their prices. */
@Injectable()
export class OrderItems {
  constructor(
    private readonly offers: ImageOffersLookup,
    private readonly printables: PrintableLookup,
    private readonly entitlements: EntitlementsLookup,
    private readonly people: PeopleLookup,
    private readonly lists: PriceListLookup,
  ) {}

  /** Throws itemsUnavailable, with a reason for each, where any cannot be ordered. */
  async choose(memberId: string, orderId: string, asked: readonly AskedItem[]): Promise<ChosenItems> {
    let entitlements: Promise<Entitlements> | undefined;
    const has = () => (entitlements ??= this.entitlements.of(memberId));
    const pricing = this.lists.current();
    const looking = asked.map(async (item, index): Promise<Found | string> => {
      if (item.kind === 'product') return this.findProduct(item, memberId, pricing, has);
      return isRepeated(item, asked.slice(0, index)) ? TWICE : this.findDownload(item, memberId, has);
    });
    const [list, ...looked] = await Promise.all([pricing, ...looking]);
    const faults = looked.flatMap((found, index) =>
      typeof found === 'string' ? [{ id: asked[index]?.id ?? '', reason: found }] : [],
    );
    if (faults.length > 0) throw new Refused(orderProblems.itemsUnavailable, { items: faults });
    const found = looked.filter((one) => typeof one !== 'string');
    return { items: await this.priced(orderId, found, list), priceVersion: list.version };
  }

  private async priced(orderId: string, found: readonly Found[], list: PriceList): Promise<OrderedItem[]> {
    const downloads = found.filter((one) => 'download' in one);
    const prices = await this.offers.pricesOf(
      downloads.map(({ image: { ownerId }, download: { resolutionTier: size } }) => ({ ownerId, size })),
      list,
    );
    return found.map((one, index): OrderedItem => {
      const itemId = itemIdOf(orderId, index);
      if ('product' in one) return { ...one.product, itemId };
      const { cents = 0, curator = false } = prices[downloads.indexOf(one)] ?? {};
      return orderedDownload(one.download, one.image, { itemId, cents, curator });
    });
  }

  private async findProduct(
    asked: Extract<AskedItem, { kind: 'product' }>,
    memberId: string,
    pricing: Promise<PriceList>,
    has: () => Promise<Entitlements>,
  ): Promise<Found | string> {
    const [picture, list] = await Promise.all([this.printables.findFor(memberId, asked, has), pricing]);
    const product = orderedProduct(asked, picture, list);
    return typeof product === 'string' ? product : { product };
  }

  /** Applies the rules of a purchase from the wallet (buy-image.ts), and those of a file of that size and format. */
  private async findDownload(
    asked: AskedDownload,
    memberId: string,
    entitlements: () => Promise<Entitlements>,
  ): Promise<Found | string> {
    const [image, has] = await Promise.all([this.offers.find(asked.generationId, asked.variantId), entitlements()]);
    if (!image) return GONE;
    const { ownerId, isDeleted, isPublic, isEntry, original, variantId } = image;
    const { resolutionTier: size, format } = asked;
    if (has.purchaseFor(variantId, size) !== undefined) return BOUGHT_ALREADY;
    if (ownerId === memberId && !isDeleted) return purchaseProblems.ownImage.message;
    if (!isPublic || !(await this.people.seesPicturesOf(memberId, ownerId))) return GONE;
    if (isEntry) return PAUSED;
    const { tier } = has;
    const problem = sizeProblem({ tier, original, size }) ?? formatProblem(tier, format);
    return problem?.message ?? { download: asked, image };
  }
}

const isRepeated = ({ variantId, resolutionTier }: AskedDownload, before: readonly AskedItem[]): boolean =>
  before.some(
    (item) => item.kind === 'image-download' && item.variantId === variantId && item.resolutionTier === resolutionTier,
  );

const orderedDownload = (
  { kind, resolutionTier: size, format }: AskedDownload,
  { generationId, variantId, ownerId: sellerId, original, image }: OfferedImage,
  priced: Pick<OrderedDownload, 'itemId' | 'cents' | 'curator'>,
): OrderedDownload => ({ kind, generationId, variantId, sellerId, size, original, format, image, ...priced });
