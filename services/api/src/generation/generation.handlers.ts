import { priceTenths, SEED_MAX } from '@easel/contracts/generation/policy';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { GenerationRequest } from '@easel/contracts/generation/http';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { faultPoint } from '@easel/kernel/fault-point';
import { Sealer } from '@easel/kernel/sealing';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { HoldCredits } from '../account/account.commands.ts';
import { AbandonGeneration, DeleteGeneration, RequestGeneration, type Requested } from './generation.commands.ts';
import { generation } from './generation.decider.ts';
import { generationStream } from './generation.lookup.ts';

/** Ids of generations are UUID v5 of the request's key within this namespace: a repeat is the same generation. */
const GENERATION_NAMESPACE = 'c2b7e8a4-1f55-4d0e-9b1e-6a8d2f3c4b5a';

@CommandHandler(RequestGeneration)
export class RequestGenerationHandler implements ICommandHandler<RequestGeneration> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly commands: CommandBus,
    private readonly sealer: Sealer,
  ) {}

  /** Two streams, so two appends: a crash between them leaves a hold that the abandoning process closes. */
  async execute({ memberId, request, context }: RequestGeneration): Promise<Requested> {
    const generationId = uuidV5(context.key, GENERATION_NAMESPACE);
    const tenths = priceTenths(request.resolution, request.count);
    const fingerprint = this.sealer.digest('fingerprint', JSON.stringify([memberId, request]));
    const { availableTenths } = await this.commands.execute(
      new HoldCredits({ memberId, generationId, fingerprint, tenths, images: request.count }, context),
    );
    faultPoint('generate.after-hold');
    await this.runner.execute(
      generationStream(generationId),
      generation,
      {
        type: 'RequestGeneration',
        generationId,
        memberId,
        prompt: request.prompt,
        negativePrompt: request.negative_prompt,
        settings: settingsOf(request, generationId),
        tenths,
        at: new Date(),
      },
      context,
    );
    faultPoint('generate.after-request');
    return { generationId, chargedTenths: tenths, availableTenths };
  }
}

@CommandHandler(AbandonGeneration)
export class AbandonGenerationHandler implements ICommandHandler<AbandonGeneration> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, generationId, context }: AbandonGeneration): Promise<void> {
    await this.runner.execute(
      generationStream(generationId),
      generation,
      { type: 'AbandonGeneration', generationId, memberId },
      context,
    );
  }
}

@CommandHandler(DeleteGeneration)
export class DeleteGenerationHandler implements ICommandHandler<DeleteGeneration> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ memberId, generationId, context }: DeleteGeneration): Promise<void> {
    await this.runner.execute(
      generationStream(generationId),
      generation,
      { type: 'DeleteGeneration', generationId, memberId, at: new Date() },
      context,
    );
  }
}

function settingsOf(request: GenerationRequest, generationId: string): GenerationSettings {
  return {
    model: request.model,
    engine: request.engine,
    style: request.style,
    aspectRatio: request.isTshirtDesign ? 'square_1_1' : request.aspect_ratio,
    resolution: request.resolution,
    outputFormat: request.isTshirtDesign ? 'png' : request.output_format,
    // Nobody chose one: the id is chance enough, and a repeat of the request finds the same.
    seed: request.seed ?? Number.parseInt(generationId.slice(0, 8), 16) % SEED_MAX,
    count: request.count,
    safetyTolerance: request.safety_tolerance,
    enhancePrompt: request.enhance_prompt,
    rawMode: request.raw_mode,
    creativeDetailing: request.creative_detailing,
    filterNsfw: request.filter_nsfw,
    isTshirtDesign: request.isTshirtDesign,
  };
}
