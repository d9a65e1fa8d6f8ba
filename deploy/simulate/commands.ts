import type { Command, CommandBus, ICommandHandler } from '@nestjs/cqrs';

type CommandClass = abstract new (...args: never[]) => Command<unknown>;

/** Hands each command to its handler, as Nest's bus does, and nothing else. */
export class Commands {
  private readonly handlers = new Map<unknown, ICommandHandler>();

  /** `as`: handlers ask for Nest's bus, of which they use this much. */
  get bus(): CommandBus {
    return this as unknown as CommandBus;
  }

  handle(command: CommandClass, handler: object): void {
    this.handlers.set(command, handler as ICommandHandler);
  }

  async execute<Result>(command: Command<Result>): Promise<Result> {
    const handler = this.handlers.get(command.constructor);
    if (!handler) throw new Error(`nobody handles ${command.constructor.name}`);
    return (await handler.execute(command)) as Result;
  }
}
