import { curatorsConsoleHttp, type CuratorRecord } from '@easel/contracts/curators/console.http';
import { monthOf } from '@easel/contracts/curators/policy';
import { MORE_HEADER } from '@easel/contracts/kernel/console';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { curatorList, curatorsFound, type FoundCurator, soldByCurators, spansOf } from './console.queries.ts';
import { CURATOR_PEOPLE, type CuratorPeople } from './curators.controller.ts';
import { curatorsModel } from './curators.queries.ts';
import { figuresByCurator, NOTHING_SOLD } from './figures.ts';

/** Serves the console's list of curators. */
@Controller()
export class CuratorsConsoleController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(Sealer) private readonly sealer: Sealer,
    @Inject(CURATOR_PEOPLE) private readonly people: CuratorPeople,
  ) {}

  @RouteOf(curatorsConsoleHttp.list)
  @ReadsFrom(curatorsModel)
  async list(
    @Query({ schema: curatorsConsoleHttp.list.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { filter, limit } = curatorList.read(asked);
    const { curators, more } = await curatorsFound(this.reads, filter, limit);
    const records = await this.recordsOf(curators);
    reply
      .header('content-range', `curators ${curators.length > 0 ? `0-${curators.length - 1}` : '*'}/*`)
      .header(MORE_HEADER, String(more));
    sendJson(reply, { json: JSON.stringify(records), incomplete: curators.some(({ incomplete }) => incomplete) });
  }

  private async recordsOf(curators: readonly FoundCurator[]): Promise<CuratorRecord[]> {
    const ids = curators.map(({ id }) => id);
    const [people, erased, sums] = await Promise.all([
      this.people.shownTo(this.reads, null, ids),
      this.sealer.erasedOf(ids),
      soldByCurators(this.reads, ids, monthOf(new Date().toISOString())),
    ]);
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const figures = figuresByCurator(sums);
    return curators.map((found) => {
      const isErased = erased.has(found.id);
      return {
        id: found.id,
        name: isErased ? null : (names.get(found.id) ?? null),
        ...standingOf(found),
        section: isErased ? null : found.section,
        pictures: found.pictures,
        ...(figures.get(found.id) ?? { month: NOTHING_SOLD, total: NOTHING_SOLD }),
        cursor: found.place,
      };
    });
  }
}

function standingOf(found: FoundCurator): Pick<CuratorRecord, 'state' | 'ways' | 'since' | 'ended_at'> {
  const spans = spansOf(found);
  const [since] = spans.map(({ from }) => from).toSorted();
  if (since === undefined) throw new Error(`${found.id} has a place, and never was a curator`);
  const isActive = spans.some(({ isRunning }) => isRunning);
  return {
    state: isActive ? 'active' : 'ended',
    ways: spans.map(({ way }) => way),
    since,
    ended_at: isActive ? null : (spans[0]?.until ?? null),
  };
}
