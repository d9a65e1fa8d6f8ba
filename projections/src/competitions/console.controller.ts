import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { competitionsModel } from './competitions.queries.ts';
import { challengeList, challengeRecord, entryList, listedChallenges, listedEntries } from './console.queries.ts';

/** Challenges and their entries for the console. */
@Controller()
export class CompetitionsConsoleController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(competitionsConsoleHttp.list)
  @ReadsFrom(competitionsModel)
  async list(
    @Query({ schema: competitionsConsoleHttp.list.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const list = challengeList.read(asked);
    const found = await listedChallenges(this.reads, list);
    reply.header('content-range', challengeList.contentRange(list.offset, found.rows, found.total));
    sendJson(reply, found);
  }

  @RouteOf(competitionsConsoleHttp.one)
  @ReadsFrom(competitionsModel)
  async one(
    @Param({ schema: competitionsConsoleHttp.one.params }) { id }: { id: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await challengeRecord(this.reads, id);
    if (!found) throw new Refused(competitionProblems.notFound);
    sendJson(reply, found);
  }

  @RouteOf(competitionsConsoleHttp.entries)
  @ReadsFrom(competitionsModel)
  async entries(
    @Query({ schema: competitionsConsoleHttp.entries.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const list = entryList.read(asked);
    // Entries are listed per challenge only.
    if (!('competition' in list.filter))
      throw new Refused(problems.invalid, { errors: [{ path: 'filter', message: 'Please choose a challenge' }] });
    const found = await listedEntries(this.reads, list);
    reply.header('content-range', entryList.contentRange(list.offset, found.rows, found.total));
    sendJson(reply, found);
  }
}
