import { hasEnded } from '@easel/contracts/generation/lifecycle';
import { MAX_ATTEMPTS, RENDER_HINT } from '@easel/contracts/generation/policy';
import type { Bus } from '@easel/kernel/bus';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { BUS } from '@easel/kernel/tokens';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DispatchRender } from './generation.commands.ts';
import { generation } from './generation.decider.ts';
import { generationStream } from './generation.lookup.ts';

/** The bus may lose a hint, and a busy worker drops what it cannot remember: until somebody claims, it is said again. */
const HINT_AGAIN_MS = 5_000;

@CommandHandler(DispatchRender)
export class DispatchRenderHandler implements ICommandHandler<DispatchRender> {
  constructor(
    private readonly runner: DeciderRunner,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  async execute({ generationId, context }: DispatchRender): Promise<{ again: Date } | undefined> {
    const stream = generationStream(generationId);
    const { state } = await this.runner.fold(stream, generation);
    if (hasEnded(state)) return undefined;
    if (state.tries >= MAX_ATTEMPTS) {
      await this.runner.execute(stream, generation, { type: 'GiveUp', generationId, at: new Date() }, context);
      return undefined;
    }
    await this.bus.publish(RENDER_HINT, { generationId, correlationId: context.correlationId });
    return { again: new Date(Date.now() + HINT_AGAIN_MS) };
  }
}
