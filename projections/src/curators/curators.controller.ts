import { curatorProblems, curatorsHttp, type ListedCurator } from '@easel/contracts/curators/http';
import { FIGURE_MONTHS, monthAfter, monthOf, monthsUpTo } from '@easel/contracts/curators/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { centsToDollars } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import { folded } from '@easel/contracts/kernel/words';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { INCOMPLETE_HEADER, sendJson } from '../kernel/reply.ts';
import {
  curatorOf,
  curatorsListed,
  curatorsModel,
  soldBetween,
  type StoredCurator,
  summedSince,
} from './curators.queries.ts';
import { figuresOf } from './figures.ts';
import { statementPdf } from './statement-pdf.ts';

/** Finds the generations that a viewer may see, in this order, with their makers. */
export type CuratedPictures = (
  viewerId: string | null,
  ids: readonly string[],
) => Promise<{ generations: Generation[]; incomplete: boolean }>;
/** Provided in `read-models.ts`, since read models do not import each other. */
export const CURATED_PICTURES = Symbol('curated pictures');

/** Public names, which are in another read model. */
export interface CuratorPeople {
  /** Finds members by public name: more than one if an erasure freed the name. */
  named(
    reads: Reads,
    viewerId: string | null,
    name: string,
  ): Promise<{ id: string; name: string; isBlocked: boolean; blocksViewer: boolean }[]>;
  /** Finds the public names of members, without those hidden from the viewer by a block. */
  shownTo(reads: Reads, viewerId: string | null, ids: readonly string[]): Promise<{ id: string; name: string }[]>;
}
export const CURATOR_PEOPLE = Symbol('curator people');

/** Finds the prompts of pictures as JSON by id, without those of erased makers. */
export type CuratedTitles = (
  reads: Reads,
  pictures: { generations: readonly string[]; variants: readonly string[] },
) => Promise<string>;
export const CURATED_TITLES = Symbol('curated titles');

/** Pictures of a section that are checked to find a visible one for its card. */
const COVER_CANDIDATES = 4;

@Controller()
export class CuratorsController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(Sealer) private readonly sealer: Sealer,
    @Inject(CURATED_PICTURES) private readonly pictures: CuratedPictures,
    @Inject(CURATOR_PEOPLE) private readonly people: CuratorPeople,
    @Inject(CURATED_TITLES) private readonly titlesOf: CuratedTitles,
  ) {}

  @RouteOf(curatorsHttp.own)
  @ReadsFrom(curatorsModel)
  async own(@Caller() { id }: CallerValue, @Res() reply: FastifyReply): Promise<void> {
    const [found, [person]] = await Promise.all([
      curatorOf(this.reads, id),
      this.people.shownTo(this.reads, null, [id]),
    ]);
    const { generations, incomplete } = await this.pictures(id, found ? idsOf(found) : []);
    const body: z.output<typeof curatorsHttp.own.reply> = {
      success: true,
      isCurator: found?.in_force ?? false,
      period: found?.period ?? null,
      person: person?.name ?? null,
      section: found && found.name !== null ? { name: found.name, text: found.text, banner: bannerOf(found) } : null,
      series: (found?.series ?? []).map(({ id: seriesId, title, generationIds }) => ({
        id: seriesId,
        title,
        generation_ids: generationIds,
      })),
      pictures: generations,
      prices: Object.fromEntries(
        Object.entries(found?.cents ?? {}).map(([size, cents]) => [size, centsToDollars(cents)]),
      ),
    };
    sendJson(reply, { json: JSON.stringify(body), incomplete: incomplete || (found?.incomplete ?? false) });
  }

  @RouteOf(curatorsHttp.figures)
  @ReadsFrom(curatorsModel)
  async figures(@Caller() { id }: CallerValue, @Res() reply: FastifyReply): Promise<void> {
    const month = monthOf(new Date().toISOString());
    const [first = month] = monthsUpTo(month, FIGURE_MONTHS);
    const [summed, found] = await Promise.all([summedSince(this.reads, id, first), curatorOf(this.reads, id)]);
    const figures = figuresOf(summed, { month, months: FIGURE_MONTHS });
    const generations = figures.pictures.map((picture) => picture.generation_id);
    const titles = await this.titlesOf(this.reads, { generations, variants: [] });
    const json = JSON.stringify({ success: true, ...figures });
    sendJson(reply, { json: `${json.slice(0, -1)},"titles":${titles}}`, incomplete: found?.incomplete ?? false });
  }

  @RouteOf(curatorsHttp.statement)
  @ReadsFrom(curatorsModel)
  async statement(
    @Caller() { id }: CallerValue,
    @Param({ schema: curatorsHttp.statement.params }) { name }: { name: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const month = name.slice(0, 7);
    const running = monthOf(new Date().toISOString());
    const found = month > running ? undefined : await curatorOf(this.reads, id);
    if (!found) throw new Refused(curatorProblems.noStatement);
    const file = await this.draw(found, month, month < running);
    if (found.incomplete) reply.header(INCOMPLETE_HEADER, 'true');
    await reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="curator-statement-${month}.pdf"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(file);
  }

  @RouteOf(curatorsHttp.listed)
  @ReadsFrom(curatorsModel)
  async listed(@Caller() caller: CallerValue, @Res() reply: FastifyReply): Promise<void> {
    const viewerId = viewerOf(caller);
    const found = await this.notErased(await curatorsListed(this.reads), ({ member_id: id }) => id);
    const people = await this.people.shownTo(
      this.reads,
      viewerId,
      found.map(({ member_id: id }) => id),
    );
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const shown = found.filter(({ member_id: id }) => names.has(id));
    const { generations } = await this.pictures(viewerId, shown.flatMap(coversOf));
    const pictures = new Map(generations.map((generation) => [generation.id, generation]));
    const curators = shown.map((one): ListedCurator => ({
      person: names.get(one.member_id) ?? '',
      name: one.name ?? '',
      text: one.text,
      thumbnail_url: thumbnailOf(one, pictures),
    }));
    sendJson(reply, {
      json: JSON.stringify({ success: true, curators }),
      incomplete: shown.some(({ incomplete }) => incomplete),
    });
  }

  @RouteOf(curatorsHttp.section)
  @ReadsFrom(curatorsModel)
  async section(
    @Caller() caller: CallerValue,
    @Param({ schema: curatorsHttp.section.params }) { name }: { name: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const viewerId = viewerOf(caller);
    const [person] = await this.notErased(await this.people.named(this.reads, viewerId, folded(name)), ({ id }) => id);
    if (!person || person.blocksViewer) throw new Refused(curatorProblems.notFound);
    const found = person.isBlocked ? undefined : await curatorOf(this.reads, person.id);
    if (!found?.in_force || found.name === null) {
      sendJson(reply, { json: JSON.stringify({ success: true, section: null }), incomplete: false });
      return;
    }
    const { generations, incomplete } = await this.pictures(viewerId, idsOf(found));
    const section = shownSection(found, found.name, generations);
    sendJson(reply, {
      json: JSON.stringify({ success: true, section }),
      incomplete: incomplete || found.incomplete,
    });
  }

  private async draw(curator: StoredCurator, month: string, whole: boolean): Promise<Buffer> {
    const id = curator.member_id;
    const [{ sales, reversals }, [person]] = await Promise.all([
      soldBetween(this.reads, id, { from: `${month}-01T00:00:00Z`, until: `${monthAfter(month)}-01T00:00:00Z` }),
      this.people.shownTo(this.reads, null, [id]),
    ]);
    const generations = [...new Set([...sales, ...reversals].map((one) => one.generation_id))];
    const titles = JSON.parse(await this.titlesOf(this.reads, { generations, variants: [] })) as Record<string, string>;
    const withTitle = <Row extends { generation_id: string }>({ generation_id: of, ...row }: Row) => ({
      ...row,
      title: titles[of] ?? '',
    });
    return statementPdf({
      curator: curator.name ?? person?.name ?? id,
      month,
      whole,
      sales: sales.map(withTitle).map(({ share_cents: shareCents, ...sale }) => ({ ...sale, shareCents })),
      reversals: reversals.map(withTitle).map(({ share_cents: shareCents, ...turn }) => ({ ...turn, shareCents })),
    });
  }

  private async notErased<One>(found: readonly One[], idOf: (one: One) => string): Promise<One[]> {
    const erased = await this.sealer.erasedOf(found.map(idOf));
    return found.filter((one) => !erased.has(idOf(one)));
  }
}

const viewerOf = ({ kind, id }: CallerValue): string | null => (kind === 'member' ? id : null);

const bannerOf = ({ banner_generation_id: generationId, banner_variant_id: variantId }: StoredCurator) =>
  generationId !== null && variantId !== null ? { generation_id: generationId, variant_id: variantId } : null;

/** Returns all pictures of a section without repeats. */
const idsOf = (curator: StoredCurator): string[] => [
  ...new Set([
    ...(curator.banner_generation_id === null ? [] : [curator.banner_generation_id]),
    ...curator.series.flatMap(({ generationIds }) => generationIds),
  ]),
];

const coversOf = (curator: StoredCurator): string[] => idsOf(curator).slice(0, COVER_CANDIDATES);

function thumbnailOf(curator: StoredCurator, pictures: ReadonlyMap<string, Generation>): string | null {
  const variants = coversOf(curator).flatMap((id) => pictures.get(id)?.variants ?? []);
  const banner = variants.find(({ id }) => id === curator.banner_variant_id);
  return (banner ?? variants[0])?.thumbnail_url ?? null;
}

/** Leaves out series without a picture that the viewer may see. */
function shownSection(curator: StoredCurator, name: string, generations: readonly Generation[]) {
  const pictures = new Map(generations.map((generation) => [generation.id, generation]));
  const banner = bannerOf(curator);
  const picture = banner && pictures.get(banner.generation_id);
  return {
    name,
    text: curator.text,
    banner: picture ? { picture, variant_id: banner.variant_id } : null,
    series: curator.series
      .map(({ id, title, generationIds }) => ({
        id,
        title,
        pictures: generationIds.flatMap((one) => pictures.get(one) ?? []),
      }))
      .filter((series) => series.pictures.length > 0),
  };
}
