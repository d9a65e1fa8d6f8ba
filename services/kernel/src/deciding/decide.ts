import type { Fact } from '@easel/contracts/kernel/event';
import type { StreamKind } from '@easel/contracts/kernel/stream';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Decider } from './decider.ts';
import { DeciderRunner, type CommandContext } from './decider-runner.ts';

/** A command as it is sent: what does not say when it is decided is decided now. */
export type Undated<Sent> = Sent extends { at: Date } ? Omit<Sent, 'at'> & { at?: Date } : Sent;

/** A command that the decider of one stream decides, and that nothing else has a part in. */
export class Decide extends Command<void> {
  constructor(
    readonly category: string,
    readonly stream: string,
    readonly command: { type: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/**
 * Sends a command to the decider of its stream, by Nest's bus:
 * `decide<AccountCommand>(accountStream, memberId, { type: 'OpenMonth', memberId }, context)`. Throws what the decider does.
 */
export const decide = <Sent extends { type: string }>(
  { category, nameOf }: StreamKind,
  id: string,
  command: Undated<Sent>,
  context: CommandContext,
): Decide => new Decide(category, nameOf(id), command, context);

type Run = (command: Decide) => Promise<void>;

/** The deciders that features have mounted, so that who sends a command knows its type alone. */
export class Deciders {
  private readonly byCategory = new Map<string, Run>();

  constructor(private readonly runner: DeciderRunner) {}

  /** One a category. */
  mount<State, Sent extends { type: string }, F extends Fact>(
    { category }: StreamKind,
    decider: Decider<State, Sent, F>,
  ): void {
    if (this.byCategory.has(category)) throw new Error(`there is a decider of ${category} already`);
    this.byCategory.set(category, async ({ stream, command, context }) => {
      // `as`: to this category nothing else is sent, as `decide` is given its type.
      const dated = { at: new Date(), ...command } as unknown as Sent;
      await this.runner.execute(stream, decider, dated, context);
    });
  }

  async run(command: Decide): Promise<void> {
    const run = this.byCategory.get(command.category);
    if (!run) throw new Error(`no feature has mounted a decider of ${command.category}`);
    await run(command);
  }
}

@CommandHandler(Decide)
export class DecideHandler implements ICommandHandler<Decide> {
  constructor(private readonly deciders: Deciders) {}

  execute(command: Decide): Promise<void> {
    return this.deciders.run(command);
  }
}
