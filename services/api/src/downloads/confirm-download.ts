import { accountStream } from '@easel/contracts/account/stream';
import { downloadProblems, FILE_LINK_MS, type DownloadFormat, type ImageSize } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { AccountCommand } from '../account/account.decider.ts';
import type { GrantDownload } from '../account/purchases.decider.ts';
import { EntitlementsLookup, type Entitlements } from '../account/entitlements.lookup.ts';
import { ImageFiles, requestFor } from '../image-files.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { ImageOffersLookup, type OfferedImage } from '../purchases/image-offers.lookup.ts';
import { DownloadTokens, isOutOfTime, type SignedQuote } from './download-tokens.ts';

const DOWNLOAD_NAMESPACE = '8a0f0c5b-3f0d-4f1e-8d0a-6f3b5b8a9c21';

export interface Confirmation {
  /** Of the quote. */
  token: string;
  format: DownloadFormat;
  resolutionTier?: ImageSize | undefined;
}

/** Downloads by a quote, paying with credits what it says; answers what the address of the file ends with. */
export class ConfirmDownload extends Command<{ link: string; expiresAt: Date }> {
  constructor(
    readonly memberId: string,
    readonly confirmation: Confirmation,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ConfirmDownload)
export class ConfirmDownloadHandler implements ICommandHandler<ConfirmDownload> {
  constructor(
    private readonly commands: CommandBus,
    private readonly tokens: DownloadTokens,
    private readonly offers: ImageOffersLookup,
    private readonly entitlements: EntitlementsLookup,
    private readonly files: ImageFiles,
    private readonly people: PeopleLookup,
  ) {}

  async execute({ memberId, confirmation, context }: ConfirmDownload): Promise<{ link: string; expiresAt: Date }> {
    const { token, format, resolutionTier } = confirmation;
    const quote = this.tokens.quotes.read(token);
    if (quote?.memberId !== memberId) throw new Refused(downloadProblems.tokenWrong);
    if (resolutionTier !== undefined && resolutionTier !== quote.size) throw new Refused(downloadProblems.tokenWrong);
    const requestKey = requestKeyOf(context);
    const has = await this.entitlements.of(memberId);
    const image = await this.offers.find(quote.generationId, quote.variantId);
    if (!image) throw new Refused(downloadProblems.notFound);
    const keptBack = has.sizeRefusal(image.variantId, quote.size);
    if (keptBack) throw new Refused(keptBack);
    // The repeat of a call is answered as the call was, whatever has become of quote and image since.
    if (has.callThatUsed(quote.id) !== requestKey) {
      if (isOutOfTime(quote.expiresAt, Date.now())) throw new Refused(downloadProblems.tokenSpent);
      await this.refuseUnlessOffered(image, quote, has);
      await this.commands.execute(
        decide<AccountCommand>(
          accountStream,
          memberId,
          { type: 'GrantDownload', memberId, ...requestOf(image, quote), requestKey, format },
          context,
        ),
      );
    }
    const request = requestFor(image, quote.size, format);
    await this.files.prepare(request);
    const expiresAt = Date.now() + FILE_LINK_MS;
    const link = this.tokens.links.sign({ ...request, memberId, download: quote.id, expiresAt });
    return { link, expiresAt: new Date(expiresAt) };
  }

  /** Between quote and confirmation its owner may have taken it away, or blocked who asks. */
  private async refuseUnlessOffered(
    image: OfferedImage,
    { memberId, variantId, size }: SignedQuote,
    has: Entitlements,
  ): Promise<void> {
    if (has.purchaseFor(variantId, size) !== undefined) return;
    if (image.ownerId === memberId && !image.isDeleted) return;
    if (!image.isPublic || !(await this.people.seesPicturesOf(memberId, image.ownerId))) {
      throw new Refused(downloadProblems.notFound);
    }
    if (image.isEntry) throw new Refused(purchaseProblems.salesPaused);
  }
}

const requestKeyOf = ({ key }: CommandContext): string => uuidV5(key, DOWNLOAD_NAMESPACE);

/** All that a download is granted by, but for who asks in which format. */
type Grantable = Omit<GrantDownload, 'type' | 'memberId' | 'at' | 'requestKey' | 'format'>;

function requestOf(image: OfferedImage, { id, size, price }: SignedQuote): Grantable {
  const { generationId, variantId, ownerId, original } = image;
  const bought = { generationId, variantId, size, original, image: image.image };
  return {
    key: id,
    generationId,
    variantId,
    ownerId,
    size,
    original,
    terms: price && {
      ...bought,
      ...price,
      purchaseId: uuidV5(id, DOWNLOAD_NAMESPACE),
      sellerId: ownerId,
      method: 'credits',
    },
  };
}
