import { competitionsHttp } from '@easel/contracts/competitions/http';
import type { Generation } from '@easel/contracts/generation/http';
import { POSITION_HEADER } from '@easel/contracts/kernel/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { RecentReplies } from '../kernel/recent-replies.ts';
import { type JsonReply, sendJson } from '../kernel/reply.ts';
import {
  activeChallenges,
  challengesOf,
  competitionsModel,
  shownEntries,
  standingsOf,
  wallOf,
  winnersOf,
} from './competitions.queries.ts';
import { type Disqualified, disqualifiedOf } from './own-entries.queries.ts';

/** Finds the generations that a viewer (null for a visitor) may see, as the public gallery shows them. */
export type EntryCards = (
  reads: Reads,
  viewerId: string | null,
  ids: readonly string[],
) => Promise<{ generations: Generation[]; incomplete: boolean }>;
/** Provided in `read-models.ts`, since read models do not import each other. */
export const ENTRY_CARDS = Symbol('entry cards');

/** Finds the members whom a member follows, without blocked ones. */
export type PeopleFollowed = (reads: Reads, memberId: string) => Promise<{ id: string }[]>;
/** Provided in `read-models.ts` as well. */
export const PEOPLE_FOLLOWED = Symbol('people followed');

type AskedWall = z.output<typeof competitionsHttp.entries.query>;
type ById = z.output<typeof competitionsHttp.entries.params>;

@Controller()
export class CompetitionsController {
  private readonly recent = new RecentReplies();

  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(ENTRY_CARDS) private readonly cards: EntryCards,
    @Inject(PEOPLE_FOLLOWED) private readonly followed: PeopleFollowed,
  ) {}

  @RouteOf(competitionsHttp.active)
  @ReadsFrom(competitionsModel)
  async active(@Res() reply: FastifyReply): Promise<void> {
    const { competitions, incomplete } = await activeChallenges(this.reads, new Date());
    sendJson(reply, { json: JSON.stringify({ success: true, competitions }), incomplete });
  }

  @RouteOf(competitionsHttp.challenge)
  @ReadsFrom(competitionsModel)
  async challenge(
    @Caller() caller: CallerValue,
    @Param({ schema: competitionsHttp.challenge.params }) { kind }: z.output<typeof competitionsHttp.challenge.params>,
    @Headers(POSITION_HEADER) position: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const read = async (): Promise<JsonReply> => {
      const { past, incomplete, ...now } = await challengesOf(this.reads, kind, new Date());
      const found = await winnersOf(
        this.reads,
        past.map(({ id }) => id),
      );
      const cards = await this.cardsOf(caller, found);
      const winners = shownEntries(found, cards.generations);
      const withWinners = past.map((one) => ({
        ...one,
        winners: winners.filter(({ competition_id: id }) => id === one.id),
      }));
      return {
        json: JSON.stringify({ success: true, ...now, past: withWinners }),
        incomplete: incomplete || cards.incomplete,
      };
    };
    await this.send(reply, { caller, position, key: `challenge ${kind}` }, read);
  }

  @RouteOf(competitionsHttp.entries)
  @ReadsFrom(competitionsModel)
  async entries(
    @Caller() caller: CallerValue,
    @Param({ schema: competitionsHttp.entries.params }) { id }: ById,
    @Query({ schema: competitionsHttp.entries.query }) asked: AskedWall,
    @Headers(POSITION_HEADER) position: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const read = async (): Promise<JsonReply> => {
      const members = await this.membersOf(caller, asked.of);
      const { entries, total, nextCursor, ...wall } = await wallOf(this.reads, id, asked, members);
      const { generations, incomplete } = await this.cardsOf(caller, entries);
      const items = shownEntries(entries, generations);
      const disqualified = await this.disqualifiedOf(caller, id, asked.of);
      return {
        json: JSON.stringify({ success: true, items, total, nextCursor, disqualified }),
        incomplete: wall.incomplete || incomplete,
      };
    };
    const { sort, of, limit, cursor = '' } = asked;
    await this.send(reply, { caller, position, key: `entries ${id} ${sort} ${of} ${limit} ${cursor}` }, read);
  }

  @RouteOf(competitionsHttp.leaderboard)
  @ReadsFrom(competitionsModel)
  async leaderboard(
    @Caller() caller: CallerValue,
    @Param({ schema: competitionsHttp.leaderboard.params }) { id }: ById,
    @Headers(POSITION_HEADER) position: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const read = async (): Promise<JsonReply> => {
      const { leaders, proceedsCents, isProvisional, ...standings } = await standingsOf(this.reads, id);
      const { generations, incomplete } = await this.cardsOf(caller, leaders);
      const items = shownEntries(leaders, generations);
      return {
        json: JSON.stringify({ success: true, items, proceeds: proceedsCents / 100, provisional: isProvisional }),
        incomplete: standings.incomplete || incomplete,
      };
    };
    await this.send(reply, { caller, position, key: `leaderboard ${id}` }, read);
  }

  /** Visitors without own writes may get a reply that is a second old. */
  private async send(
    reply: FastifyReply,
    { caller, position, key }: { caller: CallerValue; position: string | undefined; key: string },
    read: () => Promise<JsonReply>,
  ): Promise<void> {
    const mayBeRecent = caller.kind === 'visitor' && position === undefined;
    sendJson(reply, mayBeRecent ? await this.recent.get(key, read) : await read());
  }

  private async membersOf(caller: CallerValue, of: AskedWall['of']): Promise<readonly string[] | null> {
    if (of === 'everyone') return null;
    if (caller.kind !== 'member') return [];
    if (of === 'mine') return [caller.id];
    return (await this.followed(this.reads, caller.id)).map(({ id }) => id);
  }

  private async disqualifiedOf(caller: CallerValue, id: string, of: AskedWall['of']): Promise<Disqualified[]> {
    return of === 'mine' && caller.kind === 'member' ? disqualifiedOf(this.reads, id, caller.id) : [];
  }

  private cardsOf(caller: CallerValue, entries: readonly { generation_id: string }[]): ReturnType<EntryCards> {
    const ids = entries.map(({ generation_id: id }) => id);
    return this.cards(this.reads, caller.kind === 'member' ? caller.id : null, ids);
  }
}
