import { challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { decide, type Again } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CompetitionCommand } from './competition.decider.ts';
import { Challenges } from './challenges.ts';
import { ChallengeTally } from './tally-challenge.ts';

/** Closes a challenge after its month, with the tally of its entries. A repeat changes nothing. */
export class CloseChallenge extends Command<Again> {
  constructor(
    readonly competitionId: string,
    readonly context: CommandContext,
    readonly at = new Date(),
  ) {
    super();
  }
}

@CommandHandler(CloseChallenge)
export class CloseChallengeHandler implements ICommandHandler<CloseChallenge> {
  constructor(
    private readonly commands: CommandBus,
    private readonly competitions: Challenges,
    private readonly tally: ChallengeTally,
  ) {}

  async execute({ competitionId, context, at }: CloseChallenge): Promise<Again> {
    const state = await this.competitions.of(competitionId);
    if (state.phase !== 'open') return undefined;
    const { closesAt } = challengeWindow(state.month);
    // Another process has closed it, with a clock that is ahead.
    if (at < closesAt) return { again: closesAt };
    const sold = await this.tally.of(state);
    await this.commands.execute(
      decide<CompetitionCommand>(
        competitionStream,
        competitionId,
        { type: 'CloseCompetition', competitionId, sold, at },
        context,
      ),
    );
    return undefined;
  }
}
