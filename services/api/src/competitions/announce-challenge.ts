import { competitionStream } from '@easel/contracts/competitions/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { idOf, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OperatorsLookup } from '../operators/operators.lookup.ts';
import type { CompetitionCommand } from './competition.decider.ts';
import { Challenges } from './challenges.ts';
import { ChallengeTally } from './tally-challenge.ts';

/** Proposes to announce the winners, or confirms it. Returns whether they are announced. */
export class AnnounceChallenge extends Command<boolean> {
  constructor(
    readonly competitionId: string,
    readonly operatorId: string,
    readonly context: CommandContext,
    readonly at = new Date(),
  ) {
    super();
  }
}

@CommandHandler(AnnounceChallenge)
export class AnnounceChallengeHandler implements ICommandHandler<AnnounceChallenge> {
  constructor(
    private readonly commands: CommandBus,
    private readonly competitions: Challenges,
    private readonly operators: OperatorsLookup,
    private readonly tally: ChallengeTally,
  ) {}

  async execute({ competitionId, operatorId, context, at }: AnnounceChallenge): Promise<boolean> {
    const state = await this.competitions.of(competitionId);
    // Computed for a proposal as well: if another admin proposes first, this one becomes the confirmation.
    const sold = state.phase === 'closed' ? await this.tally.of(state) : [];
    const otherAdmins = await this.operators.hasOtherAdmin(operatorId);
    const proposalId = idOf(context, 'proposal');
    await this.commands.execute(
      decide<CompetitionCommand>(
        competitionStream,
        competitionId,
        { type: 'AnnounceWinners', competitionId, operatorId, proposalId, otherAdmins, sold, at },
        context,
      ),
    );
    return (await this.competitions.of(competitionId)).phase === 'announced';
  }
}
