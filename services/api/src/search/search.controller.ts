import { searchHttp } from '@easel/contracts/search/http';
import { keptWords } from '@easel/contracts/search/policy';
import { searchesStream } from '@easel/contracts/search/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { networkOf } from '@easel/kernel/http/network';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sealer } from '@easel/kernel/identity/sealing';
import { randomUUID } from '@easel/kernel/server/chance';
import { Body, Controller, HttpCode } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { Browser, type BrowserValue } from '../browser.decorator.ts';
import { SearchDays } from './search-days.ts';
import type { SearchesCommand } from './searches.decider.ts';

const MARK_DIGITS = 16;

@Controller()
export class SearchController {
  constructor(
    private readonly commands: CommandBus,
    private readonly days: SearchDays,
    private readonly sealer: Sealer,
  ) {}

  @HttpCode(202)
  @RouteOf(searchHttp.perform)
  async perform(
    @Body({ schema: searchHttp.perform.body }) { q, found }: z.output<typeof searchHttp.perform.body>,
    @Caller() caller: CallerValue,
    @Browser() { address }: BrowserValue,
  ): Promise<{ success: true }> {
    const words = keptWords(q);
    const who = caller.kind === 'visitor' ? networkOf(address) : caller.id;
    if (words !== '') await this.record(who, words, found);
    return { success: true };
  }

  /** Nothing of the request goes along: by its ids the fact would be found in the logs, and with it who asked. */
  private async record(who: string, words: string, found: number | undefined): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    const mark = this.sealer.digest('search', `${day}\n${who}\n${words}`).slice(0, MARK_DIGITS);
    await this.days.begin(day);
    await this.commands.execute(
      decide<SearchesCommand>(
        searchesStream,
        day,
        { type: 'PerformSearch', day, words, mark, found },
        { key: randomUUID(), actor: { kind: 'visitor', id: 'visitor' }, correlationId: randomUUID() },
      ),
    );
  }
}
