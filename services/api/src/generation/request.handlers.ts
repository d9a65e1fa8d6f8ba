import { generationProblems } from '@easel/contracts/generation/http';
import { generationStream } from '@easel/contracts/generation/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Sealer } from '@easel/kernel/identity/sealing';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { CreateVariant, RequestGenerations, RetryGeneration } from './generation.commands.ts';
import { generation, refuseUnlessFinished, refuseUnlessRetryable } from './generation.decider.ts';
import { GenerationLookup, type GenerationView } from './generation.lookup.ts';
import { generationIdOf, ImageRequests, type PlacedRequests } from './image-requests.ts';
import { settingsOf, variantSettings } from './settings.ts';

@CommandHandler(RequestGenerations)
export class RequestGenerationsHandler implements ICommandHandler<RequestGenerations> {
  constructor(private readonly images: ImageRequests) {}

  execute({ memberId, requests, context }: RequestGenerations): Promise<PlacedRequests> {
    return this.images.place(
      memberId,
      requests.map((request, n) => {
        const generationId = generationIdOf(context, requests.length > 1 ? n : undefined);
        return {
          generationId,
          prompt: request.prompt,
          negativePrompt: request.negative_prompt,
          settings: settingsOf(request, generationId),
          variantOf: null,
          sameAs: request,
        };
      }),
      context,
    );
  }
}

const VARIANT_NAMESPACE = '0f6d1c52-9f0e-4c63-8f0a-53a0f9c0b7de';

@CommandHandler(CreateVariant)
export class CreateVariantHandler implements ICommandHandler<CreateVariant> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly lookup: GenerationLookup,
    private readonly images: ImageRequests,
    private readonly sealer: Sealer,
  ) {}

  async execute({ memberId, parentId, said, context }: CreateVariant): Promise<PlacedRequests & { variantId: string }> {
    const parent = await ownedView(this.lookup, parentId, memberId);
    const generationId = generationIdOf(context);
    if (!(await isPlaced(this.runner, generationId))) {
      const { state } = await this.runner.fold(generationStream.nameOf(parentId), generation);
      refuseUnlessFinished({ generationId: parentId, memberId }, state);
    }
    // The same for a repeat, and nobody else's to guess: it is the image's public name.
    const variantId = uuidV5(this.sealer.digest('variant', context.key), VARIANT_NAMESPACE);
    const requests = await this.images.place(
      memberId,
      [
        {
          generationId,
          prompt: said.prompt ?? parent.prompt,
          negativePrompt: said.negative_prompt ?? parent.negativePrompt,
          settings: variantSettings(parent.settings, said, generationId),
          variantOf: { generationId: parentId, variantId },
          sameAs: ['variant', parentId, said],
        },
      ],
      context,
    );
    return { ...requests, variantId };
  }
}

@CommandHandler(RetryGeneration)
export class RetryGenerationHandler implements ICommandHandler<RetryGeneration> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly lookup: GenerationLookup,
    private readonly images: ImageRequests,
  ) {}

  /** The new one first: whoever dies between the two has both listed, never neither, and a repeat takes the old one away. */
  async execute({ memberId, generationId: failedId, context }: RetryGeneration): Promise<PlacedRequests> {
    const { prompt, negativePrompt, settings, variantOf } = await ownedView(this.lookup, failedId, memberId);
    const stream = generationStream.nameOf(failedId);
    const owned = { generationId: failedId, memberId };
    const generationId = generationIdOf(context);
    if (!(await isPlaced(this.runner, generationId))) {
      const { state } = await this.runner.fold(stream, generation);
      refuseUnlessRetryable(owned, state);
    }
    const requests = await this.images.place(
      memberId,
      [{ generationId, prompt, negativePrompt, settings, variantOf, sameAs: ['retry', failedId] }],
      context,
    );
    if (requests.placed.every(({ isAbandoned }) => !isAbandoned)) {
      await this.runner.execute(stream, generation, { type: 'ReplaceGeneration', ...owned, at: new Date() }, context);
      faultPoint('retry.after-replace');
    }
    return requests;
  }
}

async function ownedView(lookup: GenerationLookup, generationId: string, memberId: string): Promise<GenerationView> {
  const view = await lookup.find(generationId);
  if (view?.memberId !== memberId) throw new Refused(generationProblems.notFound);
  return view;
}

/** Whether an earlier call under the same key got so far: then nothing that has changed since refuses its repeat. */
async function isPlaced(runner: DeciderRunner, generationId: string): Promise<boolean> {
  const { state } = await runner.fold(generationStream.nameOf(generationId), generation);
  return state.status !== 'none';
}
