import type { VariantRequest } from '@easel/contracts/generation/request.http';
import { generationStream } from '@easel/contracts/generation/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { generation, refuseUnlessFinished } from './generation.decider.ts';
import { GenerationLookup } from './generation.lookup.ts';
import { generationIdOf, ImageRequests, type PlacedRequests } from './image-requests.ts';
import { ownedView } from './owned-view.ts';
import { sizeNotice, variantSettings } from './settings.ts';

const VARIANT_NAMESPACE = '0f6d1c52-9f0e-4c63-8f0a-53a0f9c0b7de';

/** The name that the image is promised, and in which pixels it is made where others were asked for. */
interface PromisedVariant extends PlacedRequests {
  variantId: string;
  notice: string | undefined;
}

/** Asks for one more image of a finished generation. */
export class CreateVariant extends Command<PromisedVariant> {
  constructor(
    readonly memberId: string,
    readonly parentId: string,
    readonly said: VariantRequest,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(CreateVariant)
export class CreateVariantHandler implements ICommandHandler<CreateVariant> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly lookup: GenerationLookup,
    private readonly images: ImageRequests,
    private readonly sealer: Sealer,
  ) {}

  async execute({ memberId, parentId, said, context }: CreateVariant): Promise<PromisedVariant> {
    const { agreed, ...sameAs } = said;
    const parent = await ownedView(this.lookup, parentId, memberId);
    const generationId = generationIdOf(context);
    if (!(await this.images.isPlaced(generationId))) {
      const { state } = await this.runner.fold(generationStream.nameOf(parentId), generation);
      refuseUnlessFinished({ generationId: parentId, memberId }, state);
    }
    // The same for a repeat, and nobody else's to guess: it is the image's public name.
    const variantId = uuidV5(this.sealer.digest('variant', context.key), VARIANT_NAMESPACE);
    const settings = variantSettings(parent.settings, said, generationId);
    const requests = await this.images.place(
      memberId,
      [
        {
          generationId,
          prompt: said.prompt ?? parent.prompt,
          negativePrompt: said.negative_prompt ?? parent.negativePrompt,
          lettering: said.lettering ?? parent.lettering,
          settings,
          variantOf: { generationId: parentId, variantId },
          agreed,
          sameAs: ['variant', parentId, sameAs],
        },
      ],
      context,
    );
    return { ...requests, variantId, notice: sizeNotice(said, settings) };
  }
}
