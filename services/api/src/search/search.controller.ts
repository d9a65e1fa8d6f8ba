import { searchHttp } from '@easel/contracts/search/http';
import { keptWords } from '@easel/contracts/search/policy';
import { searchesStream } from '@easel/contracts/search/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { isLoopback, networkOf } from '@easel/kernel/http/network';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { randomUUID } from '@easel/kernel/server/chance';
import { Body, Controller, HttpCode } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { Browser, type BrowserValue } from '../browser.decorator.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { SearchDays } from './search-days.ts';
import { SearchMarks } from './search-marks.ts';
import type { SearchesCommand } from './searches.decider.ts';

interface Search {
  words: string;
  found: number | undefined;
  caller: CallerValue;
  address: string;
}

@Controller()
export class SearchController {
  constructor(
    private readonly commands: CommandBus,
    private readonly days: SearchDays,
    private readonly marks: SearchMarks,
    private readonly members: MembersLookup,
  ) {}

  @HttpCode(202)
  @RouteOf(searchHttp.perform)
  async perform(
    @Body({ schema: searchHttp.perform.body }) { q, found }: z.output<typeof searchHttp.perform.body>,
    @Caller() caller: CallerValue,
    @Browser() { address }: BrowserValue,
  ): Promise<{ success: true }> {
    const words = keptWords(q);
    if (words !== '') await this.record({ words, found, caller, address });
    return { success: true };
  }

  /** Nothing of the request goes along: by its ids the fact would be found in the logs, and with it who asked. */
  private async record({ words, found, caller, address }: Search): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    const from = networkOf(address);
    const mark = this.marks.ofCaller(day, caller.kind === 'visitor' ? from : caller.id, words);
    const verified = caller.kind === 'member' && (await this.members.isVerified(caller.id));
    // Behind a proxy that is not trusted, as on a machine of one's own, everybody has this address.
    const network = isLoopback(address) ? undefined : this.marks.ofNetwork(day, from, words);
    await this.days.begin(day);
    await this.commands.execute(
      decide<SearchesCommand>(
        searchesStream,
        day,
        { type: 'PerformSearch', day, words, mark, found, verified, network },
        { key: randomUUID(), actor: { kind: 'visitor', id: 'visitor' }, correlationId: randomUUID() },
      ),
    );
  }
}
