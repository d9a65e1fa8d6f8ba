import { Refused } from '@easel/contracts/kernel/problem';
import { operatorProblems, type OperatorRecord } from '@easel/contracts/operators/http';
import { operatorsStream } from '@easel/contracts/operators/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { OperatorDirectory, operatorIdOf, recordOf } from './operator-directory.ts';
import { OperatorSessions } from './operator-sessions.ts';
import { operators, type ChangeOperatorCommand, type OperatorCommand } from './operators.decider.ts';

/** Ids of what admins do are UUID v5 of the command's key within this namespace. */
const ACTION_NAMESPACE = '64b1c0f4-6d26-4ac4-8e0c-0d7c2f5b9d17';
const idBy = ({ key }: CommandContext): string => uuidV5(key, ACTION_NAMESPACE);

type Invited = Omit<Extract<OperatorCommand, { type: 'InviteOperator' }>, 'type' | 'operatorId' | 'invitationId'>;
/** `version`: of the operator as the admin has seen it. What is undefined stays. */
export type OperatorChange = Omit<ChangeOperatorCommand, 'type' | 'operatorId' | 'actionId'>;

/** What admins do with operators; each answers the operator as it stands then. */
@Injectable()
export class Administration {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly directory: OperatorDirectory,
    private readonly sessions: OperatorSessions,
  ) {}

  /** Refused with 409 where the address is an operator’s. */
  invite(invited: Invited, context: CommandContext): Promise<OperatorRecord> {
    const ids = { operatorId: operatorIdOf(invited.email), invitationId: idBy(context) };
    return this.carryOut({ type: 'InviteOperator', ...ids, ...invited }, context);
  }

  /** A fresh link by mail. Refused with 404, and with 422 for who is disabled. */
  renewInvitation(operatorId: string, reason: string, context: CommandContext): Promise<OperatorRecord> {
    return this.carryOut({ type: 'RenewInvitation', operatorId, invitationId: idBy(context), reason }, context);
  }

  /** Holds for open sessions at once. Refused with 404, and with 409 where it has changed or nobody else is admin. */
  async change(operatorId: string, change: OperatorChange, context: CommandContext): Promise<OperatorRecord> {
    try {
      const command = { type: 'ChangeOperator', operatorId, actionId: idBy(context), ...change } as const;
      const record = await this.carryOut(command, context);
      faultPoint('operators.before-settle');
      await this.sessions.settle(operatorId);
      return record;
    } catch (error) {
      if (!(error instanceof Refused) || error.problem !== operatorProblems.changed) throw error;
      const known = await this.directory.tell(operatorId);
      throw new Refused(operatorProblems.changed, { ...(known && { present: recordOf(known, { email: true }) }) });
    }
  }

  private async carryOut(command: OperatorCommand, context: CommandContext): Promise<OperatorRecord> {
    await this.runner.execute(operatorsStream.name, operators, command, context);
    const known = await this.directory.tell(command.operatorId);
    if (!known) throw new Refused(operatorProblems.notFound);
    return recordOf(known, { email: true });
  }
}
