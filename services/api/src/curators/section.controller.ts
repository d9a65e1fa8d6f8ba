import { curatorProblems, curatorsHttp } from '@easel/contracts/curators/http';
import { curatorStream } from '@easel/contracts/curators/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { type FoundGeneration, GenerationLookup } from '../generation/generation.lookup.ts';
import type { CuratorCommand } from './curator.decider.ts';
import { CuratorsLookup } from './curators.lookup.ts';

type Done = z.output<typeof curatorsHttp.describeSection.reply>;
type Change = Extract<CuratorCommand, { subscribed: boolean }>;

/** Lets curators edit their section. Pictures that became private can stay in it. */
@Controller()
export class SectionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly generations: GenerationLookup,
    private readonly curators: CuratorsLookup,
  ) {}

  @RouteOf(curatorsHttp.describeSection)
  async describe(
    @Body({ schema: curatorsHttp.describeSection.body })
    { name, text, banner: chosen }: z.output<typeof curatorsHttp.describeSection.body>,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    const subscribed = await this.admit(memberId);
    const banner = chosen && { generationId: chosen.generation_id, variantId: chosen.variant_id };
    const { banner: before } = await this.curators.sectionOf(memberId);
    const isKept = banner?.generationId === before?.generationId && banner?.variantId === before?.variantId;
    if (banner && !isKept) {
      const picture = await this.ownPublic(memberId, banner.generationId);
      if (!picture.variants.some(({ variantId }) => variantId === banner.variantId)) {
        throw new Refused(curatorProblems.notYourPublicPicture);
      }
    }
    return this.change({ type: 'DescribeSection', memberId, subscribed, name, text, banner }, context);
  }

  @RouteOf(curatorsHttp.arrangeSeries)
  async arrange(
    @Param({ schema: curatorsHttp.arrangeSeries.params }) { id: seriesId }: { id: string },
    @Body({ schema: curatorsHttp.arrangeSeries.body })
    { title, generationIds }: z.output<typeof curatorsHttp.arrangeSeries.body>,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    const subscribed = await this.admit(memberId);
    const { series } = await this.curators.sectionOf(memberId);
    const kept = new Set(series.get(seriesId));
    const added = generationIds.filter((generationId) => !kept.has(generationId));
    await Promise.all(added.map((generationId) => this.ownPublic(memberId, generationId)));
    return this.change({ type: 'ArrangeSeries', memberId, subscribed, seriesId, title, generationIds }, context);
  }

  @RouteOf(curatorsHttp.removeSeries)
  async remove(
    @Param({ schema: curatorsHttp.removeSeries.params }) { id: seriesId }: { id: string },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    const subscribed = await this.admit(memberId);
    return this.change({ type: 'RemoveSeries', memberId, subscribed, seriesId }, context);
  }

  @RouteOf(curatorsHttp.orderSeries)
  async order(
    @Body({ schema: curatorsHttp.orderSeries.body })
    { seriesIds }: z.output<typeof curatorsHttp.orderSeries.body>,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<Done> {
    const subscribed = await this.admit(memberId);
    return this.change({ type: 'OrderSeries', memberId, subscribed, seriesIds }, context);
  }

  /** Returns whether the plan is in force. Refuses members who are not curators before it checks pictures. */
  private async admit(memberId: string): Promise<boolean> {
    const [{ isCurator }, subscribed] = await Promise.all([
      this.curators.of(memberId),
      this.curators.hasPlan(memberId),
    ]);
    if (!isCurator) throw new Refused(curatorProblems.noSection);
    return subscribed;
  }

  private async ownPublic(memberId: string, generationId: string): Promise<FoundGeneration> {
    const found = await this.generations.findListed(generationId);
    if (found?.memberId !== memberId || !found.isPublic) throw new Refused(curatorProblems.notYourPublicPicture);
    return found;
  }

  private async change(command: Change, context: CommandContext): Promise<Done> {
    await this.commands.execute(decide<CuratorCommand>(curatorStream, command.memberId, command, context));
    return { success: true };
  }
}
