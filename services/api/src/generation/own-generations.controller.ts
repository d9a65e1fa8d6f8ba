import { generationHttp, generationProblems, type Generation } from '@easel/contracts/generation/http';
import { generationStream } from '@easel/contracts/generation/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Cancellations } from './cancel-generation.ts';
import type { GenerationCommand } from './generation.decider.ts';
import { GenerationLookup } from './generation.lookup.ts';
import { Shares } from './share-generation.ts';

type Change = Extract<
  GenerationCommand['type'],
  'SaveGeneration' | 'MakePublic' | 'MakePrivate' | 'DeleteGeneration' | 'RestoreGeneration' | 'DeleteForEver'
>;

interface Changed {
  success: true;
  message: string;
  generation: Generation;
}

/** What members do with what was made for them. */
@Controller()
export class OwnGenerationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly cancellations: Cancellations,
    private readonly shares: Shares,
    private readonly lookup: GenerationLookup,
  ) {}

  @RouteOf(generationHttp.save)
  save(
    @Param({ schema: generationHttp.save.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    return this.changed('Saved to gallery!', 'SaveGeneration', caller.id, id, context);
  }

  @RouteOf(generationHttp.makePublic)
  makePublic(
    @Param({ schema: generationHttp.makePublic.params }) { id }: { id: string },
    @Body({ schema: generationHttp.makePublic.body }) { isPublic }: { isPublic: boolean },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    return isPublic
      ? this.changed('Image made public successfully!', 'MakePublic', caller.id, id, context)
      : this.changed('Image is private again', 'MakePrivate', caller.id, id, context);
  }

  @RouteOf(generationHttp.share)
  async share(
    @Param({ schema: generationHttp.share.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; message: string; url: string }> {
    const url = await this.shares.share(caller.id, id, context);
    return { success: true, message: 'Generation shared!', url };
  }

  @RouteOf(generationHttp.cancel)
  async cancel(
    @Param({ schema: generationHttp.cancel.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; generation: Generation }> {
    await this.cancellations.cancel(caller.id, id, context);
    return { success: true, generation: await this.asItStands(id) };
  }

  @RouteOf(generationHttp.remove)
  async remove(
    @Param({ schema: generationHttp.remove.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.change('DeleteGeneration', caller.id, id, context);
    return { success: true };
  }

  @RouteOf(generationHttp.restore)
  restore(
    @Param({ schema: generationHttp.restore.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    return this.changed('Image restored successfully', 'RestoreGeneration', caller.id, id, context);
  }

  @RouteOf(generationHttp.removeForEver)
  async removeForEver(
    @Param({ schema: generationHttp.removeForEver.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.change('DeleteForEver', caller.id, id, context);
    return { success: true };
  }

  private async changed(
    message: string,
    change: Change,
    memberId: string,
    generationId: string,
    context: CommandContext,
  ): Promise<Changed> {
    await this.change(change, memberId, generationId, context);
    return { success: true, message, generation: await this.asItStands(generationId) };
  }

  private async change(type: Change, memberId: string, generationId: string, context: CommandContext): Promise<void> {
    await this.commands.execute(
      decide<GenerationCommand>(generationStream, generationId, { type, generationId, memberId }, context),
    );
  }

  private async asItStands(generationId: string): Promise<Generation> {
    const view = await this.lookup.find(generationId);
    if (!view) throw new Refused(generationProblems.notFound);
    return view.reply;
  }
}
