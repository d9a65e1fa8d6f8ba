import { RENDER_CANCELLED, trashEndsAt } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Bus } from '@easel/kernel/bus/bus';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BUS } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AttachVariant, ChangeGeneration, PurgeGeneration } from './generation.commands.ts';
import { generation } from './generation.decider.ts';
import { GenerationLookup } from './generation.lookup.ts';

@CommandHandler(ChangeGeneration)
export class ChangeGenerationHandler implements ICommandHandler<ChangeGeneration> {
  constructor(
    private readonly runner: DeciderRunner,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async execute({ change, memberId, generationId, context }: ChangeGeneration): Promise<void> {
    await this.runner.execute(
      generationStream.nameOf(generationId),
      generation,
      { type: change, generationId, memberId, at: new Date() },
      context,
    );
    if (change !== 'CancelGeneration') return;
    faultPoint('cancel.after-append');
    // Only saves the worker the rest of its work: what it would append is refused already.
    await this.bus.publish(RENDER_CANCELLED, { generationId });
  }
}

@CommandHandler(AttachVariant)
export class AttachVariantHandler implements ICommandHandler<AttachVariant> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly lookup: GenerationLookup,
  ) {}

  async execute({ source, context }: AttachVariant): Promise<void> {
    const { state } = await this.runner.fold(generationStream.nameOf(source), generation);
    if (!state.variantOf) return;
    const { generationId, variantId } = state.variantOf;
    const image = (await this.lookup.find(source))?.variants[0];
    if (!image) throw new Error(`generation ${source} is complete and has no image`);
    faultPoint('attach.before-append');
    await this.runner.execute(
      generationStream.nameOf(generationId),
      generation,
      { type: 'AttachVariant', generationId, variant: { ...image, source, variantId } },
      context,
    );
    faultPoint('attach.after-append');
  }
}

@CommandHandler(PurgeGeneration)
export class PurgeGenerationHandler implements ICommandHandler<PurgeGeneration> {
  constructor(private readonly runner: DeciderRunner) {}

  async execute({ generationId, context }: PurgeGeneration): Promise<{ again: Date } | undefined> {
    const at = new Date();
    const { state } = await this.runner.execute(
      generationStream.nameOf(generationId),
      generation,
      { type: 'PurgeGeneration', generationId, at },
      context,
    );
    if (state.purged || state.deletedAt === null) return undefined;
    return { again: trashEndsAt(state.deletedAt) };
  }
}
