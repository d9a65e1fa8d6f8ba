import { challenges } from '@easel/contracts/competitions/names';
import { challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionsHttp } from '@easel/contracts/competitions/http';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { utcMonth } from '@easel/contracts/account/policy';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { Candidates } from './candidates.ts';
import { entriesLeft, isOpen, type CompetitionCommand } from './competition.decider.ts';
import { Challenges, type FoundCompetition } from './challenges.ts';
import { EnterChallenge } from './enter-challenge.ts';
import { entryRefusals, type Candidate } from './entry-rules.ts';
import { SettleEntry } from './settle-entry.ts';

type Eligibility = z.output<typeof competitionsHttp.eligibility.reply>;

@Controller()
export class CompetitionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly competitions: Challenges,
    private readonly candidates: Candidates,
  ) {}

  @RouteOf(competitionsHttp.eligibility)
  async eligibility(
    @Param({ schema: competitionsHttp.eligibility.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
  ): Promise<Eligibility> {
    const candidates = await this.candidates.all(caller.id, id);
    const at = new Date();
    const found = (await this.competitions.ofMonth(utcMonth(at))).filter(({ state }) => isOpen(state, at));
    return { success: true, challenges: found.map((one) => eligible(one, caller.id, candidates, at)) };
  }

  @RouteOf(competitionsHttp.enter)
  async enter(
    @Param({ schema: competitionsHttp.enter.params }) { id: competitionId }: { id: string },
    @Body({ schema: competitionsHttp.enter.body }) picture: { generationId: string; variantId: string },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; entryId: string }> {
    const wanted = { competitionId, memberId, ...picture };
    return { success: true, entryId: await this.commands.execute(new EnterChallenge(wanted, context)) };
  }

  @RouteOf(competitionsHttp.withdraw)
  async withdraw(
    @Param({ schema: competitionsHttp.withdraw.params })
    { id: competitionId, entryId }: { id: string; entryId: string },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.commands.execute(
      decide<CompetitionCommand>(
        competitionStream,
        competitionId,
        { type: 'WithdrawEntry', competitionId, entryId, memberId, reason: 'by-member' },
        context,
      ),
    );
    await this.commands.execute(new SettleEntry(competitionId, entryId, context));
    return { success: true };
  }
}

function eligible(
  { id, state }: FoundCompetition,
  memberId: string,
  candidates: readonly Candidate[],
  at: Date,
): Eligibility['challenges'][number] {
  const { kind, month, theme } = state;
  return {
    competition_id: id,
    kind,
    name: challenges[kind].name,
    theme,
    closes_at: challengeWindow(month).closesAt.toISOString(),
    left: entriesLeft(state, memberId),
    variants: candidates.map((candidate) => {
      const { entry } = candidate.view;
      const isEntered = entry?.competitionId === id && entry.variantId === candidate.image.variantId;
      return {
        variant_id: candidate.image.variantId,
        entry_id: isEntered ? entry.entryId : null,
        refusals: entryRefusals(state, candidate, at).map(({ code, message }) => ({ code, message })),
      };
    }),
  };
}
