import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { OperatorSessions } from './operator-sessions.ts';

/** Brings an operator's open sessions to what the log says of them. */
export class SettleOperatorSessions extends Command<void> {
  constructor(readonly operatorId: string) {
    super();
  }
}

@CommandHandler(SettleOperatorSessions)
export class SettleOperatorSessionsHandler implements ICommandHandler<SettleOperatorSessions> {
  constructor(private readonly sessions: OperatorSessions) {}

  async execute({ operatorId }: SettleOperatorSessions): Promise<void> {
    await this.sessions.settle(operatorId);
  }
}
