import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { AnnounceChallenge } from './announce-challenge.ts';
import { competitionIdOf } from './competition-id.ts';
import type { CompetitionCommand } from './competition.decider.ts';
import { SettleEntry } from './settle-entry.ts';

/** Lets admins prepare, revise and announce challenges, and disqualify entries. */
@Controller()
export class CompetitionsConsoleController {
  constructor(private readonly commands: CommandBus) {}

  @RouteOf(competitionsConsoleHttp.prepare)
  async prepare(
    @Body({ schema: competitionsConsoleHttp.prepare.body })
    challenge: z.output<typeof competitionsConsoleHttp.prepare.body>,
    @Issued() context: CommandContext,
  ): Promise<{ id: string }> {
    const id = competitionIdOf(challenge.kind, challenge.month);
    await this.commands.execute(
      decide<CompetitionCommand>(
        competitionStream,
        id,
        { type: 'PrepareCompetition', competitionId: id, ...challenge },
        context,
      ),
    );
    return { id };
  }

  @RouteOf(competitionsConsoleHttp.revise)
  async revise(
    @Param({ schema: competitionsConsoleHttp.revise.params }) { id }: { id: string },
    @Body({ schema: competitionsConsoleHttp.revise.body }) words: { theme: string; description: string },
    @Issued() context: CommandContext,
  ): Promise<{ id: string }> {
    await this.commands.execute(
      decide<CompetitionCommand>(
        competitionStream,
        id,
        { type: 'ReviseCompetition', competitionId: id, ...words },
        context,
      ),
    );
    return { id };
  }

  @RouteOf(competitionsConsoleHttp.disqualify)
  async disqualify(
    @Param({ schema: competitionsConsoleHttp.disqualify.params })
    { id: competitionId, entryId }: { id: string; entryId: string },
    @Body({ schema: competitionsConsoleHttp.disqualify.body }) { reason }: { reason: string },
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.commands.execute(
      decide<CompetitionCommand>(
        competitionStream,
        competitionId,
        { type: 'DisqualifyEntry', competitionId, entryId, reason },
        context,
      ),
    );
    await this.commands.execute(new SettleEntry(competitionId, entryId, context));
    return { success: true };
  }

  @RouteOf(competitionsConsoleHttp.announce)
  async announce(
    @Param({ schema: competitionsConsoleHttp.announce.params }) { id }: { id: string },
    @Caller() { id: operatorId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; announced: boolean }> {
    const announced = await this.commands.execute(new AnnounceChallenge(id, operatorId, context));
    return { success: true, announced };
  }
}
