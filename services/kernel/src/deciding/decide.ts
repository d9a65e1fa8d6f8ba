import { categoryOf, type Fact } from '@easel/contracts/kernel/event';
import type { SoleStream, StreamKind } from '@easel/contracts/kernel/stream';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Decider, Fold } from './decider.ts';
import { DeciderRunner, type CommandContext } from './decider-runner.ts';

/** A command as it is sent: what does not say when it is decided is decided now. */
export type Undated<Sent> = Sent extends { at: Date } ? Omit<Sent, 'at'> & { at?: Date } : Sent;

/** When a process is to come again with what it has sent; undefined where there is no more to do. */
export type Again = { again: Date } | undefined;

/** A command that the decider of one stream decides, and that nothing else has a part in. */
export class Decide extends Command<Again> {
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
 * `decide<AccountCommand>(accountStream, memberId, { type: 'OpenMonth', memberId }, context)`. Throws what the decider
 * does.
 */
export const decide = <Sent extends { type: string }>(
  { category, nameOf }: StreamKind,
  id: string,
  command: Undated<Sent>,
  context: CommandContext,
): Decide => new Decide(category, nameOf(id), command, context);

type Run = (command: Decide) => Promise<Again>;

/** The deciders that features have mounted, so that who sends a command knows its type alone. */
export class Deciders {
  private readonly byCategory = new Map<string, Run>();
  /** By category, or by the name of a stream that is the only one of its kind. */
  private readonly folds = new Map<string, Fold>();

  constructor(private readonly runner: DeciderRunner) {}

  /** One a category. */
  mount<State, Sent extends { type: string }, F extends Fact>(
    { category }: StreamKind,
    decider: Decider<State, Sent, F>,
  ): void {
    if (this.byCategory.has(category)) throw new Error(`there is a decider of ${category} already`);
    this.folds.set(category, decider);
    this.byCategory.set(category, async ({ stream, command, context }) => {
      // `as`: to this category nothing else is sent, as `decide` is given its type.
      const dated = { at: new Date(), ...command } as unknown as Sent;
      const { state } = await this.runner.execute(stream, decider, dated, context);
      const again = decider.again?.(dated, state);
      return again && { again };
    });
  }

  /** Of a stream whose commands its own feature decides. */
  mountSole({ name }: SoleStream, fold: Fold): void {
    this.folds.set(name, fold);
  }

  /** What tells what the facts of a stream amount to; undefined where nobody decides by them. */
  foldOf(stream: string): Fold | undefined {
    return this.folds.get(stream) ?? this.folds.get(categoryOf(stream));
  }

  async run(command: Decide): Promise<Again> {
    const run = this.byCategory.get(command.category);
    if (!run) throw new Error(`no feature has mounted a decider of ${command.category}`);
    return run(command);
  }
}

@CommandHandler(Decide)
export class DecideHandler implements ICommandHandler<Decide> {
  constructor(private readonly deciders: Deciders) {}

  execute(command: Decide): Promise<Again> {
    return this.deciders.run(command);
  }
}
