import { accountStream } from '@easel/contracts/account/stream';
import { creditsToTenths } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import type { purchaseBody } from '@easel/contracts/purchases/http';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { z } from 'zod/mini';
import type { AccountCommand } from '../account/account.decider.ts';
import { EntitlementsLookup } from '../account/entitlements.lookup.ts';
import { ImageFiles, requestFor } from '../image-files.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { ImageOffersLookup } from './image-offers.lookup.ts';

const PURCHASE_NAMESPACE = '1c9a3b1e-6c5f-4f0e-9b39-2f64a1d2c7e8';

/**
 * Buys an image at the server's price. `isNew` is false where an earlier purchase has it already, and nothing was
 * charged.
 */
export class BuyImage extends Command<{ purchaseId: string; isNew: boolean }> {
  constructor(
    readonly memberId: string,
    readonly request: z.output<typeof purchaseBody>,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(BuyImage)
export class BuyImageHandler implements ICommandHandler<BuyImage> {
  constructor(
    private readonly commands: CommandBus,
    private readonly offers: ImageOffersLookup,
    private readonly entitlements: EntitlementsLookup,
    private readonly files: ImageFiles,
    private readonly people: PeopleLookup,
  ) {}

  async execute({ memberId, request, context }: BuyImage): Promise<{ purchaseId: string; isNew: boolean }> {
    const { size, paymentMethod: method } = request;
    const shown = shownPrice(request);
    const purchaseId = uuidV5(context.key, PURCHASE_NAMESPACE);
    const has = await this.entitlements.of(memberId);
    // The repeat of a call is answered as the call was, whatever has become of the image since.
    if (has.purchase(purchaseId)) return { purchaseId, isNew: true };
    const image = await this.offers.find(request.imageId, request.variantId);
    if (!image) throw new Refused(purchaseProblems.notFound);
    const earlier = has.purchaseFor(image.variantId, size);
    if (earlier !== undefined) return { purchaseId: earlier, isNew: false };
    const { ownerId, isPublic, isDeleted, isEntry, isEnteredImage: _printable, ...sold } = image;
    if (ownerId === memberId && !isDeleted) throw new Refused(purchaseProblems.ownImage);
    if (!isPublic || !(await this.people.seesPicturesOf(memberId, ownerId)))
      throw new Refused(purchaseProblems.notFound);
    if (isEntry) throw new Refused(purchaseProblems.salesPaused);
    const price = await this.offers.priceOf(image, size);
    const terms = { purchaseId, ...sold, sellerId: ownerId, size, method, ...price };
    await this.commands.execute(
      decide<AccountCommand>(accountStream, memberId, { type: 'PurchaseImage', memberId, ...terms, shown }, context),
    );
    await this.files.prepare(requestFor(image, size, 'png'));
    // Another call may have bought it meanwhile.
    const bought = (await this.entitlements.of(memberId)).purchaseFor(image.variantId, size) ?? purchaseId;
    return { purchaseId: bought, isNew: bought === purchaseId };
  }
}

/** In tenths of a credit or in cents, as it is to be paid; refused where it has more decimals than either can have. */
function shownPrice({ paymentMethod, credits, amount }: BuyImage['request']): number | undefined {
  const tenths = credits === undefined ? undefined : whole(creditsToTenths(credits), credits * 10);
  const cents = amount === undefined ? undefined : whole(Math.round(amount * 100), amount * 100);
  return paymentMethod === 'credits' ? tenths : cents;
}

/** A decimal fraction is off by a breath at most once it is multiplied. */
function whole(rounded: number, exact: number): number {
  if (Math.abs(rounded - exact) > 1e-6) throw new Refused(purchaseProblems.priceSenseless);
  return rounded;
}
