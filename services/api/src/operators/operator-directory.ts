import { canonicalEmail } from '@easel/contracts/members/policy';
import { DeciderRunner, type CommandContext } from '@easel/kernel/decider-runner';
import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { hashPassword, passwordMatches } from '../passwords.ts';
import { operators, type Operator } from './operators.decider.ts';
import { OperatorCredentials } from './operators.tables.ts';

export const OPERATORS_STREAM = 'operators';

/** Ids of operators are UUID v5 of their address within this namespace. */
const OPERATOR_NAMESPACE = '8f3a1c52-77de-4a0b-9c41-2b6d5e0f1a3c';
const operatorIdOf = (email: string): string => uuidV5(canonicalEmail(email), OPERATOR_NAMESPACE);

/** Console accounts: the stream says who they are, `vault.operator_credentials` how they sign in. */
@Injectable()
export class OperatorDirectory {
  constructor(
    private readonly credentials: OperatorCredentials,
    private readonly runner: DeciderRunner,
  ) {}

  async find(operatorId: string): Promise<Operator | undefined> {
    const { state } = await this.runner.fold(OPERATORS_STREAM, operators);
    return state.byId[operatorId];
  }

  /** The id of the operator whose password this is. */
  async authenticate(email: string, password: string): Promise<string | undefined> {
    const operatorId = operatorIdOf(email);
    return (await passwordMatches(await this.credentials.passwordHash(operatorId), password)) ? operatorId : undefined;
  }

  /** The first operator stands in the environment, and so does the way back in: a password changed there is taken over. */
  async ensureFirst(email: string, password: string): Promise<void> {
    const operatorId = operatorIdOf(email);
    const context: CommandContext = {
      key: `first operator ${operatorId}`,
      actor: { kind: 'system', id: 'environment' },
      correlationId: operatorId,
    };
    await this.runner.execute(
      OPERATORS_STREAM,
      operators,
      { type: 'InviteOperator', operatorId, email, name: 'First operator', role: 'admin', reason: 'first start' },
      context,
    );
    if (await passwordMatches(await this.credentials.passwordHash(operatorId), password)) return;
    await this.credentials.setPasswordHash(operatorId, await hashPassword(password));
  }
}
