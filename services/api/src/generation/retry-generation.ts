import { generationStream } from '@easel/contracts/generation/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { generation, refuseUnlessRetryable } from './generation.decider.ts';
import { GenerationLookup } from './generation.lookup.ts';
import { generationIdOf, ImageRequests, type PlacedRequests } from './image-requests.ts';
import { ownedView } from './owned-view.ts';
import { SourcePictures } from './source-pictures.ts';

/** Asks once more for what failed or was cancelled, in its place; who makes it is chosen as for a new request. */
export class RetryGeneration extends Command<PlacedRequests> {
  constructor(
    readonly memberId: string,
    readonly generationId: string,
    readonly agreed: boolean | undefined,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RetryGeneration)
export class RetryGenerationHandler implements ICommandHandler<RetryGeneration> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly lookup: GenerationLookup,
    private readonly images: ImageRequests,
    private readonly sources: SourcePictures,
  ) {}

  /**
   * The new one first: whoever dies between the two has both listed, never neither, and a repeat takes the old one
   * away.
   */
  async execute({ memberId, generationId: failedId, agreed, context }: RetryGeneration): Promise<PlacedRequests> {
    const view = await ownedView(this.lookup, failedId, memberId);
    const { prompt, negativePrompt, lettering, settings, variantOf, remixOf, batchId } = view;
    const stream = generationStream.nameOf(failedId);
    const owned = { generationId: failedId, memberId };
    const generationId = generationIdOf(context);
    if (!(await this.images.isPlaced(generationId))) {
      const { state } = await this.runner.fold(stream, generation);
      refuseUnlessRetryable(owned, state);
    }
    const sent = await this.images.unlessPlaced(generationId, () => this.sources.again(memberId, view));
    const requests = await this.images.place(
      memberId,
      [
        {
          generationId,
          prompt,
          negativePrompt,
          lettering,
          settings,
          variantOf,
          remixOf,
          batchId,
          ...sent,
          agreed,
          sameAs: ['retry', failedId],
        },
      ],
      context,
    );
    if (requests.placed.every(({ isAbandoned }) => !isAbandoned)) {
      await this.runner.execute(stream, generation, { type: 'ReplaceGeneration', ...owned, at: new Date() }, context);
      faultPoint('retry.after-replace');
    }
    return requests;
  }
}
