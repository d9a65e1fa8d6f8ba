import { queriesHttp, type SavedQuery } from '@easel/contracts/queries/http';
import { queriesStream } from '@easel/contracts/queries/stream';
import { type CommandContext, DeciderRunner, idOf } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { queries, queryNamed, type QueriesCommand } from './queries.decider.ts';

@Controller()
export class QueriesController {
  constructor(private readonly runner: DeciderRunner) {}

  @RouteOf(queriesHttp.save)
  async save(
    @Body({ schema: queriesHttp.save.body }) { name, filter }: Omit<SavedQuery, 'id'>,
    @Caller() { id: operatorId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; query: SavedQuery }> {
    const queryId = idOf(context, 'query');
    const command = { type: 'SaveQuery', operatorId, queryId, name, filter, at: new Date() } as const;
    const { state } = await this.decide(operatorId, command, context);
    // Of a repeat that comes after another change the name may stand for something else, or for nothing any more.
    const id = queryNamed(state, name)?.queryId ?? queryId;
    return { success: true, query: { id, name, filter } };
  }

  @RouteOf(queriesHttp.remove)
  async remove(
    @Param({ schema: queriesHttp.remove.params }) { id: queryId }: { id: string },
    @Caller() { id: operatorId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.decide(operatorId, { type: 'DeleteQuery', operatorId, queryId, at: new Date() }, context);
    return { success: true };
  }

  private decide(operatorId: string, command: QueriesCommand, context: CommandContext) {
    return this.runner.execute(queriesStream.nameOf(operatorId), queries, command, context);
  }
}
