import { curatorProblems, curatorsHttp } from '@easel/contracts/curators/http';
import { curatorStream } from '@easel/contracts/curators/stream';
import { imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import { centsToDollars } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import { curatorOfferOf, offerOf, type ImageOffer } from '@easel/contracts/prices/policy';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { PriceListLookup } from '../settings/prices.lookup.ts';
import type { CuratorCommand } from './curator.decider.ts';
import { CuratorsLookup } from './curators.lookup.ts';

/** Dollars. */
type Prices = Record<ImageSize, number>;

@Controller()
export class CuratorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly generations: GenerationLookup,
    private readonly curators: CuratorsLookup,
    private readonly lists: PriceListLookup,
    private readonly members: MembersLookup,
    private readonly people: PeopleLookup,
  ) {}

  @RouteOf(curatorsHttp.isCuratorImage)
  async isCuratorImage(
    @Param({ schema: curatorsHttp.isCuratorImage.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
  ): Promise<{ success: true; isCuratorImage: boolean; prices: Prices }> {
    const view = await this.generations.findListed(id);
    if (!view?.isPublic) throw new Refused(curatorProblems.notFound);
    if (caller.kind === 'member' && !(await this.people.seesPicturesOf(caller.id, view.memberId))) {
      throw new Refused(curatorProblems.notFound);
    }
    const [{ isCurator, cents }, list] = await Promise.all([this.curators.of(view.memberId), this.lists.current()]);
    const prices = dollars((size) => (isCurator ? curatorOfferOf(list, size, cents) : offerOf(list, size)));
    return { success: true, isCuratorImage: isCurator, prices };
  }

  @RouteOf(curatorsHttp.setPrices)
  async setPrices(
    @Body({ schema: curatorsHttp.setPrices.body }) { prices }: { prices: Partial<Prices> },
    @Caller() { id }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; prices: Prices }> {
    const cents = Object.fromEntries(Object.entries(prices).map(([size, price]) => [size, Math.round(price * 100)]));
    const subscribed = await this.curators.hasPlan(id);
    await this.commands.execute(
      decide<CuratorCommand>(curatorStream, id, { type: 'SetCuratorPrices', memberId: id, cents, subscribed }, context),
    );
    const [set, list] = await Promise.all([this.curators.of(id), this.lists.current()]);
    return { success: true, prices: dollars((size) => curatorOfferOf(list, size, set.cents)) };
  }

  @RouteOf(curatorsHttp.appoint)
  async appoint(
    @Param({ schema: curatorsHttp.appoint.params }) { id }: { id: string },
    @Body({ schema: curatorsHttp.appoint.body }) { curator, reason }: { curator: boolean; reason: string },
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    if (!(await this.members.exists(id))) throw new Refused(curatorProblems.notFound);
    const type = curator ? 'AppointCurator' : 'EndCurator';
    await this.commands.execute(decide<CuratorCommand>(curatorStream, id, { type, memberId: id, reason }, context));
    return { success: true };
  }
}

const dollars = (offer: (size: ImageSize) => ImageOffer): Prices =>
  Object.fromEntries(imageSizes.map((size) => [size, centsToDollars(offer(size).cents)])) as Prices;
