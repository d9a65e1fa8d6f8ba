import { curatorStream } from '@easel/contracts/curators/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { curator } from './curator.decider.ts';
import { CuratorsLookup } from './curators.lookup.ts';

/** Removes the section of a member, unless they are a curator by appointment or plan. */
export class RemoveSection extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(RemoveSection)
export class RemoveSectionHandler implements ICommandHandler<RemoveSection> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly curators: CuratorsLookup,
  ) {}

  async execute({ memberId, context }: RemoveSection): Promise<void> {
    const subscribed = await this.curators.hasPlan(memberId);
    const command = { type: 'RemoveSection', memberId, subscribed } as const;
    await this.runner.execute(curatorStream.nameOf(memberId), curator, command, context);
  }
}
