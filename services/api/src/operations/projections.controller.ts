import { operationsHttp } from '@easel/contracts/operations/http';
import { projectionStream } from '@easel/contracts/operations/stream';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type * as z from 'zod/mini';
import type { ProjectionCommand, ProjectionRequest } from './projection.decider.ts';

/** Ids of operators' actions are UUID v5 of the command's key within this namespace. */
const OPERATION_NAMESPACE = 'b0a8f6b4-6a0e-4b57-9a55-0d2f4ce1b7a1';

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
    const run_id = await this.send(id, { type: 'RequestRebuild', acceptDifference }, reason, context);
    return { success: true, run_id };
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
    request: ProjectionRequest,
    reason: string,
    context: CommandContext,
  ): Promise<{ success: true }> {
    await this.send(name, request, reason, context);
    return { success: true };
  }

  /** Answers the action's id, the same for a repeat; a rebuild's run has it. Refused with 404 for what there is not. */
  private async send(
    projection: string,
    request: ProjectionRequest,
    reason: string,
    context: CommandContext,
  ): Promise<string> {
    const actionId = uuidV5(`${context.key}\n${projection}`, OPERATION_NAMESPACE);
    await this.commands.execute(
      decide<ProjectionCommand>(projectionStream, projection, { ...request, projection, actionId, reason }, context),
    );
    return actionId;
  }
}
