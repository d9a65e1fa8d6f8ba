import type {
  GenerationEdit,
  GenerationReference,
  GenerationSettings,
  SourcePicture,
} from '@easel/contracts/generation/events';
import { sizeOf, type Similarity } from '@easel/contracts/generation/policy';
import type { VariantRequest } from '@easel/contracts/generation/bodies.http';
import { generationStream } from '@easel/contracts/generation/stream';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { isShaped } from '@easel/contracts/providers/policy';
import { providerProblems } from '@easel/contracts/providers/problems';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { generation, refuseUnlessFinished } from './generation.decider.ts';
import { GenerationLookup, type FoundGeneration } from './generation.lookup.ts';
import { generationIdOf, ImageRequests, type PlacedRequests } from './image-requests.ts';
import { ownedView } from './owned-view.ts';
import { sizeNotice, variantSettings } from './settings.ts';
import { SourcePictures } from './source-pictures.ts';

/** How strongly the picture counts where one like it is asked for, of 100. */
const STRENGTHS: Readonly<Record<Similarity, number>> = { subtle: 80, strong: 40 };

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
    private readonly sources: SourcePictures,
  ) {}

  async execute({ memberId, parentId, said, context }: CreateVariant): Promise<PromisedVariant> {
    const { agreed, expected_credits: expectedCredits, ...sameAs } = said;
    const parent = await ownedView(this.lookup, parentId, memberId);
    const generationId = generationIdOf(context);
    if (!(await this.images.isPlaced(generationId))) {
      const { state } = await this.runner.fold(generationStream.nameOf(parentId), generation);
      refuseUnlessFinished({ generationId: parentId, memberId }, state);
    }
    // The same for a repeat, and nobody else's to guess: it is the image's public name.
    const variantId = uuidV5(this.sealer.digest('variant', context.key), VARIANT_NAMESPACE);
    const settings = variantSettings(await this.settingsFor(parent, said), fitting(said), generationId);
    const sent = await this.images.unlessPlaced(generationId, () => this.sentAlong(memberId, parent, said, settings));
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
          provider: said.provider,
          ...sent,
          expectedCredits,
          agreed,
          sameAs: ['variant', parentId, sameAs],
        },
      ],
      context,
    );
    return { ...requests, variantId, notice: sizeNotice(said, settings) };
  }

  /** What it begins with: the settings of the image that is named, which may have come later and with others. */
  private async settingsFor(parent: FoundGeneration, { variant_id }: VariantRequest): Promise<GenerationSettings> {
    const named = variant_id === undefined ? undefined : await this.lookup.settingsOf(parent.id, variant_id);
    return named ?? parent.settings;
  }

  /** The image itself goes first where one like it is asked for. */
  private async sentAlong(
    memberId: string,
    parent: FoundGeneration,
    said: VariantRequest,
    settings: GenerationSettings,
  ): Promise<{ references: GenerationReference[] | undefined; edit: GenerationEdit | undefined }> {
    const asked = await this.sources.asked(memberId, said.references);
    if (said.similar === undefined && said.edit === undefined) return { references: asked, edit: undefined };
    const variantId = said.variant_id ?? parent.variants[0]?.variantId;
    if (variantId === undefined) throw new Refused(providerProblems.referenceGone);
    const source = await this.sources.image(memberId, { generationId: parent.id, variantId });
    const like = said.similar && { ...source, strength: STRENGTHS[said.similar] };
    const references = like ? [like, ...(asked ?? [])] : asked;
    if (said.edit === undefined) return { references, edit: undefined };
    if (said.edit.kind === 'extend') {
      refuseSameShape(source, settings);
      return { references, edit: { kind: 'extend', source } };
    }
    const mask = await this.sources.mask(memberId, said.edit.mask);
    return { references, edit: { kind: 'replace', source, mask } };
  }
}

/** Repainting a part of a picture keeps its shape. */
const fitting = (said: VariantRequest): VariantRequest =>
  said.edit?.kind === 'replace' ? { ...said, aspect_ratio: undefined, width: undefined, height: undefined } : said;

/** A picture has nothing beyond its edges in its own shape. */
function refuseSameShape({ file }: SourcePicture, { aspectRatio, resolution }: GenerationSettings): void {
  if (!isShaped(file, sizeOf(aspectRatio, resolution))) return;
  const message = 'Please choose another shape than the picture has';
  throw new Refused(problems.invalid, { message, errors: [{ path: 'aspect_ratio', message }] });
}
