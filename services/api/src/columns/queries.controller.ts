import { sqlHttp } from '@easel/contracts/columns/http';
import { queriesStream } from '@easel/contracts/columns/stream';
import { type CommandContext, DeciderRunner, idOf } from '@easel/kernel/deciding/decider-runner';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import type * as z from 'zod/mini';
import { queries, type QueryCommand } from './queries.decider.ts';

interface ById {
  id: string;
}
interface Done {
  success: true;
}

@Controller()
export class QueriesController {
  constructor(private readonly runner: DeciderRunner) {}

  @RouteOf(sqlHttp.saveQuery)
  save(
    @Param({ schema: sqlHttp.saveQuery.params }) { id: queryId }: ById,
    @Body({ schema: sqlHttp.saveQuery.body }) body: z.output<typeof sqlHttp.saveQuery.body>,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    const actionId = idOf(context, 'query');
    return this.run({ type: 'SaveQuery', queryId, actionId, ...body, at: new Date() }, context);
  }

  @RouteOf(sqlHttp.setAlarm)
  setAlarm(
    @Param({ schema: sqlHttp.setAlarm.params }) { id: queryId }: ById,
    @Body({ schema: sqlHttp.setAlarm.body }) body: z.output<typeof sqlHttp.setAlarm.body>,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    return this.run({ type: 'SetAlarm', queryId, actionId: idOf(context, 'query'), ...body }, context);
  }

  @RouteOf(sqlHttp.deleteQuery)
  delete(
    @Param({ schema: sqlHttp.deleteQuery.params }) { id: queryId }: ById,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    return this.run({ type: 'DeleteQuery', queryId, actionId: idOf(context, 'query') }, context);
  }

  private async run(command: QueryCommand, context: CommandContext): Promise<Done> {
    await this.runner.execute(queriesStream.name, queries, command, context);
    return { success: true };
  }
}
