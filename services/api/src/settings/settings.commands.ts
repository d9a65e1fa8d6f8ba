import type { PriceList } from '@easel/contracts/prices/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';

/** Answers the list in force from now on. Refused with 409 where `list.version` is not in force any more, with 422 where it is faulty. */
export class RevisePrices extends Command<PriceList> {
  constructor(
    readonly list: PriceList,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
