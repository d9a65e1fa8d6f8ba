import { curatorProblems } from '@easel/contracts/curators/http';
import { curatorStream } from '@easel/contracts/curators/stream';
import { Refused } from '@easel/contracts/kernel/problem';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MembersLookup } from '../members/members.lookup.ts';
import { curator } from './curator.decider.ts';
import { AppointCurator, SetCuratorPrices } from './curators.commands.ts';
import { CuratorsLookup } from './curators.lookup.ts';

@CommandHandler(AppointCurator)
export class AppointCuratorHandler implements ICommandHandler<AppointCurator> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly members: MembersLookup,
  ) {}

  async execute({ memberId, isCurator, reason, context }: AppointCurator): Promise<void> {
    if (!(await this.members.exists(memberId))) throw new Refused(curatorProblems.notFound);
    await this.runner.execute(
      curatorStream.nameOf(memberId),
      curator,
      { type: isCurator ? 'AppointCurator' : 'EndCurator', memberId, reason },
      context,
    );
  }
}

@CommandHandler(SetCuratorPrices)
export class SetCuratorPricesHandler implements ICommandHandler<SetCuratorPrices> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly curators: CuratorsLookup,
  ) {}

  async execute({ memberId, cents, context }: SetCuratorPrices): Promise<void> {
    const subscribed = await this.curators.hasPlan(memberId);
    await this.runner.execute(
      curatorStream.nameOf(memberId),
      curator,
      { type: 'SetCuratorPrices', memberId, cents, subscribed },
      context,
    );
  }
}
