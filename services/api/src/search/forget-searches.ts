import type { SearchFact } from '@easel/contracts/search/events';
import { SEARCHES_SHOWN_DAYS } from '@easel/contracts/search/policy';
import { searchesStream } from '@easel/contracts/search/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { EventLog } from '@easel/kernel/log/event-log';
import { randomUUID } from '@easel/kernel/server/chance';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SearchMarks } from './search-marks.ts';
import type { SearchesCommand } from './searches.decider.ts';

const DAY_MS = 86_400_000;

/** A member was erased: what they searched for counts for no trend any more. */
export class ForgetSearches extends Command<void> {
  constructor(readonly memberId: string) {
    super();
  }
}

@CommandHandler(ForgetSearches)
export class ForgetSearchesHandler implements ICommandHandler<ForgetSearches> {
  constructor(
    private readonly log: EventLog,
    private readonly commands: CommandBus,
    private readonly marks: SearchMarks,
  ) {}

  /**
   * May be repeated: what was withdrawn before is not withdrawn again. What others are shown no more is left to be
   * forgotten by itself.
   */
  async execute({ memberId }: ForgetSearches): Promise<void> {
    const now = Date.now();
    for (let ago = 0; ago <= SEARCHES_SHOWN_DAYS; ago++) {
      await this.forgetDay(new Date(now - ago * DAY_MS).toISOString().slice(0, 10), memberId);
    }
  }

  /** Finds the member's by their marks, since nothing else says whose they are. */
  private async forgetDay(day: string, memberId: string): Promise<void> {
    const own: string[] = [];
    for await (const { type, data } of this.log.read<SearchFact>(searchesStream.nameOf(day))) {
      if (type !== 'SearchPerformed' || !data.counts) continue;
      if (data.mark === this.marks.ofCaller(day, memberId, data.words)) own.push(data.mark);
    }
    if (own.length === 0) return;
    // Passes on nothing of the erasure: its ids in the events would reveal whose searches these were.
    await this.commands.execute(
      decide<SearchesCommand>(
        searchesStream,
        day,
        { type: 'WithdrawSearches', day, marks: own },
        {
          key: randomUUID(),
          actor: { kind: 'system', id: 'search.forget-searches' },
          correlationId: randomUUID(),
        },
      ),
    );
  }
}
