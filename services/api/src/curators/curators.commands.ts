import type { ImageSize } from '@easel/contracts/downloads/policy';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { Command } from '@nestjs/cqrs';

/** Makes a member a curator, or ends it; 404 for somebody who never registered. */
export class AppointCurator extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly isCurator: boolean,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** The whole list, in cents: sizes without a price have the default. Only for curators. */
export class SetCuratorPrices extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly cents: Partial<Record<ImageSize, number>>,
    readonly context: CommandContext,
  ) {
    super();
  }
}
