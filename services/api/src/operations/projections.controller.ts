import { operationsHttp } from '@easel/contracts/operations/http';
import { Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { OperateProjection, type ProjectionWish } from './projections.commands.ts';

type Bodies = {
  [Name in 'pause' | 'resume' | 'rebuild' | 'cancel' | 'retry']: z.output<(typeof operationsHttp)[Name]['body']>;
};
interface Named {
  id: string;
}

@Controller()
export class ProjectionsController {
  constructor(private readonly commands: CommandBus) {}

  @RouteOf(operationsHttp.pause)
  pause(
    @Param({ schema: operationsHttp.pause.params }) { id }: Named,
    @Body({ schema: operationsHttp.pause.body }) { reason }: Bodies['pause'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    return this.carryOut(id, { type: 'PauseProjection' }, reason, context);
  }

  @RouteOf(operationsHttp.resume)
  resume(
    @Param({ schema: operationsHttp.resume.params }) { id }: Named,
    @Body({ schema: operationsHttp.resume.body }) { reason }: Bodies['resume'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    return this.carryOut(id, { type: 'ResumeProjection' }, reason, context);
  }

  @RouteOf(operationsHttp.rebuild)
  async rebuild(
    @Param({ schema: operationsHttp.rebuild.params }) { id }: Named,
    @Body({ schema: operationsHttp.rebuild.body }) { reason, accept_difference: acceptDifference }: Bodies['rebuild'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true; run_id: string }> {
    const wish: ProjectionWish = { type: 'RequestRebuild', acceptDifference };
    return { success: true, run_id: await this.commands.execute(new OperateProjection(id, wish, reason, context)) };
  }

  @RouteOf(operationsHttp.cancel)
  cancel(
    @Param({ schema: operationsHttp.cancel.params }) { id }: Named,
    @Body({ schema: operationsHttp.cancel.body }) { run_id: runId, reason }: Bodies['cancel'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    return this.carryOut(id, { type: 'CancelRebuild', runId }, reason, context);
  }

  @RouteOf(operationsHttp.retry)
  retry(
    @Param({ schema: operationsHttp.retry.params }) { id }: Named,
    @Body({ schema: operationsHttp.retry.body }) { partition, reason }: Bodies['retry'],
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    return this.carryOut(id, { type: 'RetryPartition', partition }, reason, context);
  }

  private async carryOut(
    name: string,
    wish: ProjectionWish,
    reason: string,
    context: CommandContext,
  ): Promise<{ success: true }> {
    await this.commands.execute(new OperateProjection(name, wish, reason, context));
    return { success: true };
  }
}
