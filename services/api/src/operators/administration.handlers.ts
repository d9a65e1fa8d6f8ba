import { Refused } from '@easel/contracts/kernel/problem';
import { operatorProblems, type OperatorRecord } from '@easel/contracts/operators/http';
import { operatorsStream } from '@easel/contracts/operators/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { OperatorDirectory, operatorIdOf, recordOf } from './operator-directory.ts';
import { OperatorSessions } from './operator-sessions.ts';
import { ChangeOperator, InviteOperator, RenewInvitation } from './operators.commands.ts';
import { operators, type OperatorCommand } from './operators.decider.ts';

/** Ids of what admins do are UUID v5 of the command's key within this namespace. */
const ACTION_NAMESPACE = '64b1c0f4-6d26-4ac4-8e0c-0d7c2f5b9d17';
const idBy = ({ key }: CommandContext): string => uuidV5(key, ACTION_NAMESPACE);

async function carryOut(
  runner: DeciderRunner,
  directory: OperatorDirectory,
  command: OperatorCommand,
  context: CommandContext,
): Promise<OperatorRecord> {
  await runner.execute(operatorsStream.name, operators, command, context);
  const told = await directory.tell(command.operatorId);
  if (!told) throw new Refused(operatorProblems.notFound);
  return recordOf(told, { email: true });
}

@CommandHandler(InviteOperator)
export class InviteOperatorHandler implements ICommandHandler<InviteOperator> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly directory: OperatorDirectory,
  ) {}

  execute({ invited, context }: InviteOperator): Promise<OperatorRecord> {
    const ids = { operatorId: operatorIdOf(invited.email), invitationId: idBy(context) };
    return carryOut(this.runner, this.directory, { type: 'InviteOperator', ...ids, ...invited }, context);
  }
}

@CommandHandler(RenewInvitation)
export class RenewInvitationHandler implements ICommandHandler<RenewInvitation> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly directory: OperatorDirectory,
  ) {}

  execute({ operatorId, reason, context }: RenewInvitation): Promise<OperatorRecord> {
    const command = { type: 'RenewInvitation', operatorId, invitationId: idBy(context), reason } as const;
    return carryOut(this.runner, this.directory, command, context);
  }
}

@CommandHandler(ChangeOperator)
export class ChangeOperatorHandler implements ICommandHandler<ChangeOperator> {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly directory: OperatorDirectory,
    private readonly sessions: OperatorSessions,
  ) {}

  async execute({ operatorId, change, context }: ChangeOperator): Promise<OperatorRecord> {
    const command = { type: 'ChangeOperator', operatorId, actionId: idBy(context), ...change } as const;
    try {
      const record = await carryOut(this.runner, this.directory, command, context);
      faultPoint('operators.before-settle');
      await this.sessions.settle(operatorId);
      return record;
    } catch (error) {
      if (!(error instanceof Refused) || error.problem !== operatorProblems.changed) throw error;
      const told = await this.directory.tell(operatorId);
      throw new Refused(operatorProblems.changed, { ...(told && { present: recordOf(told, { email: true }) }) });
    }
  }
}
