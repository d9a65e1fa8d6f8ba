import { RENDER_CANCELLED } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import type { Bus } from '@easel/kernel/bus/bus';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BUS } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { GenerationCommand } from './generation.decider.ts';

/** Renders that their members do not want any more. */
@Injectable()
export class Cancellations {
  constructor(
    private readonly commands: CommandBus,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  /** Refused with 404 where it is not the member's, and with 409 where it has ended. */
  async cancel(memberId: string, generationId: string, context: CommandContext): Promise<void> {
    const command = { type: 'CancelGeneration', generationId, memberId } as const;
    await this.commands.execute(decide<GenerationCommand>(generationStream, generationId, command, context));
    faultPoint('cancel.after-append');
    // Only saves the worker the rest of its work: what it would append is refused already.
    this.bus.publish(RENDER_CANCELLED, { generationId });
  }
}
