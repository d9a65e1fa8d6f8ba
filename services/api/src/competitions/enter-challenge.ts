import { competitionProblems } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { idOf, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { decide } from '@easel/kernel/deciding/decide';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Candidates } from './candidates.ts';
import type { Competition } from './competition-state.decider.ts';
import type { CompetitionCommand } from './competition.decider.ts';
import { Challenges } from './challenges.ts';
import { entryRefusals } from './entry-rules.ts';
import { SettleEntry } from './settle-entry.ts';

interface Wanted {
  competitionId: string;
  memberId: string;
  generationId: string;
  variantId: string;
}

/** Enters a member's picture in a challenge, which makes it public. Returns the entry's id, also for a repeat. */
export class EnterChallenge extends Command<string> {
  constructor(
    readonly wanted: Wanted,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(EnterChallenge)
export class EnterChallengeHandler implements ICommandHandler<EnterChallenge> {
  constructor(
    private readonly commands: CommandBus,
    private readonly competitions: Challenges,
    private readonly candidates: Candidates,
  ) {}

  async execute({ wanted, context }: EnterChallenge): Promise<string> {
    const { competitionId } = wanted;
    const entryId = idOf(context, 'entry');
    const state = await this.competitions.of(competitionId);
    if (state.phase === 'none') throw new Refused(competitionProblems.notFound);
    // A repeat gets the same answer, also if the picture is gone by now.
    if (entryId in state.withdrawn) return entryId;
    if (!(entryId in state.entries)) {
      await this.submit(wanted, entryId, state, context);
      faultPoint('competitions.after-submit');
    }
    await this.commands.execute(new SettleEntry(competitionId, entryId, context));
    const { withdrawn } = await this.competitions.of(competitionId);
    if (entryId in withdrawn) await this.refuseGone(wanted);
    return entryId;
  }

  private async submit(wanted: Wanted, entryId: string, state: Competition, context: CommandContext): Promise<void> {
    const { competitionId, memberId, generationId, variantId } = wanted;
    const candidate = await this.candidates.find(memberId, generationId, variantId);
    const at = new Date();
    const [refusal] = entryRefusals(state, candidate, at);
    if (refusal) throw new Refused(refusal);
    const { original, thumbhash } = candidate.image;
    await this.commands.execute(
      decide<CompetitionCommand>(
        competitionStream,
        competitionId,
        {
          type: 'SubmitEntry',
          competitionId,
          entryId,
          memberId,
          generationId,
          variantId,
          widthPx: original.width,
          heightPx: original.height,
          thumbhash,
          wasPublic: candidate.view.isPublic,
          at,
        },
        context,
      ),
    );
  }

  /** Throws the reason why the picture could not be tagged after it was submitted. */
  private async refuseGone({ memberId, generationId, variantId }: Wanted): Promise<void> {
    const { view } = await this.candidates.find(memberId, generationId, variantId);
    throw new Refused(view.entry ? competitionProblems.enteredAlready : competitionProblems.notFound);
  }
}
