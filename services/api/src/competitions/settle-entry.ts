import { competitionProblems, challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { generationStream } from '@easel/contracts/generation/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { GenerationCommand } from '../generation/generation.decider.ts';
import type { Competition } from './competition-state.decider.ts';
import type { CompetitionCommand } from './competition.decider.ts';
import { Challenges } from './challenges.ts';

/**
 * Updates the picture of an entry to the state of the entry: tagged and public while it is entered, as it was before
 * after the entry was withdrawn or disqualified. A repeat changes nothing.
 */
export class SettleEntry extends Command<void> {
  constructor(
    readonly competitionId: string,
    readonly entryId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SettleEntry)
export class SettleEntryHandler implements ICommandHandler<SettleEntry> {
  constructor(
    private readonly commands: CommandBus,
    private readonly competitions: Challenges,
  ) {}

  async execute({ competitionId, entryId, context }: SettleEntry): Promise<void> {
    if (isEntered(await this.competitions.of(competitionId), entryId)) {
      await this.tag(competitionId, entryId, context);
    }
    // It may have been withdrawn while it was being tagged.
    const after = await this.competitions.of(competitionId);
    if (!isEntered(after, entryId)) await this.untag(after, entryId, context);
  }

  private async tag(competitionId: string, entryId: string, context: CommandContext): Promise<void> {
    const { kind, month, entries } = await this.competitions.of(competitionId);
    const entry = entries[entryId];
    if (!entry) return;
    const { memberId, generationId, variantId } = entry;
    const closesAt = challengeWindow(month).closesAt.toISOString();
    const tag = { memberId, variantId, competitionId, entryId, kind, closesAt };
    try {
      await this.commands.execute(
        decide<GenerationCommand>(
          generationStream,
          generationId,
          { type: 'TagEntry', generationId, ...tag },
          { ...context, key: `entry tag ${entryId}` },
        ),
      );
    } catch (error) {
      // Deleted, made private or entered elsewhere since it was checked. Other failures are retried.
      if (!(error instanceof Refused) || error.problem.status >= 500) throw error;
      faultPoint('competitions.before-gone');
      await this.commands.execute(
        decide<CompetitionCommand>(
          competitionStream,
          competitionId,
          { type: 'WithdrawEntry', competitionId, entryId, memberId, reason: 'picture-gone' },
          { ...context, key: `entry gone ${entryId}` },
        ),
      );
    }
  }

  private async untag({ entries, withdrawn }: Competition, entryId: string, context: CommandContext): Promise<void> {
    const entry = entries[entryId] ?? withdrawn[entryId];
    if (!entry) throw new Refused(competitionProblems.notFound);
    const { memberId, generationId, wasPublic } = entry;
    await this.commands.execute(
      decide<GenerationCommand>(
        generationStream,
        generationId,
        { type: 'UntagEntry', generationId, memberId, entryId, wasPublic },
        { ...context, key: `entry untag ${entryId}` },
      ),
    );
  }
}

const isEntered = ({ entries }: Competition, entryId: string): boolean =>
  entries[entryId] !== undefined && !entries[entryId].isDisqualified;
