import { filtersHttp, type SavedEventFilter } from '@easel/contracts/filters/http';
import { filtersStream } from '@easel/contracts/filters/stream';
import { type CommandContext, DeciderRunner, idOf } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { filters, filterNamed, type FiltersCommand } from './filters.decider.ts';

@Controller()
export class FiltersController {
  constructor(private readonly runner: DeciderRunner) {}

  @RouteOf(filtersHttp.save)
  async save(
    @Body({ schema: filtersHttp.save.body }) { name, filter }: Omit<SavedEventFilter, 'id'>,
    @Caller() { id: operatorId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; filter: SavedEventFilter }> {
    const filterId = idOf(context, 'filter');
    const command = { type: 'SaveFilter', operatorId, filterId, name, filter, at: new Date() } as const;
    const { state } = await this.decide(operatorId, command, context);
    // Of a repeat that comes after another change the name may stand for something else, or for nothing any more.
    const id = filterNamed(state, name)?.filterId ?? filterId;
    return { success: true, filter: { id, name, filter } };
  }

  @RouteOf(filtersHttp.remove)
  async remove(
    @Param({ schema: filtersHttp.remove.params }) { id: filterId }: { id: string },
    @Caller() { id: operatorId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.decide(operatorId, { type: 'DeleteFilter', operatorId, filterId, at: new Date() }, context);
    return { success: true };
  }

  private decide(operatorId: string, command: FiltersCommand, context: CommandContext) {
    return this.runner.execute(filtersStream.nameOf(operatorId), filters, command, context);
  }
}
