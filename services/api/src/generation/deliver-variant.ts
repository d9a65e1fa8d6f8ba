import { generationStream } from '@easel/contracts/generation/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { generation } from './generation.decider.ts';
import { GenerationLookup } from './generation.lookup.ts';

/** Gives the image of a finished generation to the one that it was asked for; nothing where it stands for itself. */
export class DeliverVariant extends Command<void> {
  constructor(
    readonly source: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeliverVariant)
export class DeliverVariantHandler implements ICommandHandler<DeliverVariant> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly lookup: GenerationLookup,
  ) {}

  async execute({ source, context }: DeliverVariant): Promise<void> {
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
