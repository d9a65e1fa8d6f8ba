import { messageProblems, messagesHttp, type SavedFilter } from '@easel/contracts/messages/http';
import { FILTERS_MAX } from '@easel/contracts/messages/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { SavedFilters } from './messages.tables.ts';

/** What an operator keeps of the console's lists: a convenience of theirs, no fact. */
@Controller()
export class SavedFiltersController {
  constructor(private readonly saved: SavedFilters) {}

  @RouteOf(messagesHttp.filters)
  async list(
    @Param({ schema: messagesHttp.filters.params }) { resource }: { resource: string },
    @Caller() { id }: CallerValue,
  ): Promise<{ success: true; filters: SavedFilter[] }> {
    return { success: true, filters: await this.saved.list(id, resource) };
  }

  @RouteOf(messagesHttp.saveFilter)
  async save(
    @Param({ schema: messagesHttp.saveFilter.params }) { resource }: { resource: string },
    @Body({ schema: messagesHttp.saveFilter.body }) body: Omit<SavedFilter, 'id'>,
    @Caller() { id }: CallerValue,
  ): Promise<{ success: true; filter: SavedFilter }> {
    const filter = await this.saved.save(id, resource, body, FILTERS_MAX);
    if (!filter) throw new Refused(messageProblems.tooManyFilters);
    return { success: true, filter };
  }

  /** Another's is not there. */
  @RouteOf(messagesHttp.deleteFilter)
  async delete(
    @Param({ schema: messagesHttp.deleteFilter.params }) { resource, id }: { resource: string; id: string },
    @Caller() caller: CallerValue,
  ): Promise<{ success: true }> {
    if (!(await this.saved.delete(caller.id, resource, id))) throw new Refused(messageProblems.filterNotFound);
    return { success: true };
  }
}
