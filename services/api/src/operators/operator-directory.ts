import { canonicalEmail } from '@easel/contracts/members/policy';
import type { OperatorRecord } from '@easel/contracts/operators/http';
import { operatorsStream } from '@easel/contracts/operators/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { hashPassword, passwordMatches } from '../passwords.ts';
import { operatorRecords, type OperatorWithHistory } from './operator-records.ts';
import { operators, type Operator } from './operators.decider.ts';
import { OperatorCredentials } from './operators.tables.ts';

/** Ids of operators are UUID v5 of their address within this namespace. */
const OPERATOR_NAMESPACE = '8f3a1c52-77de-4a0b-9c41-2b6d5e0f1a3c';
export const operatorIdOf = (email: string): string => uuidV5(canonicalEmail(email), OPERATOR_NAMESPACE);

/** Console accounts: the stream says who they are, `vault.operator_credentials` how they sign in. */
@Injectable()
export class OperatorDirectory {
  constructor(
    private readonly credentials: OperatorCredentials,
    private readonly runner: DeciderRunner,
  ) {}

  async find(operatorId: string): Promise<Operator | undefined> {
    const { state } = await this.runner.fold(operatorsStream.name, operators);
    return state.byId.get(operatorId);
  }

  /** All of them, in the order of their invitations. */
  async all(): Promise<readonly OperatorWithHistory[]> {
    const { state } = await this.runner.fold(operatorsStream.name, operatorRecords);
    return [...state.byId.values()];
  }

  async tell(operatorId: string): Promise<OperatorWithHistory | undefined> {
    const { state } = await this.runner.fold(operatorsStream.name, operatorRecords);
    return state.byId.get(operatorId);
  }

  /**
   * The first operator stands in the environment, and so does the way back in: a password changed there is taken over.
   */
  async ensureFirst(email: string, password: string): Promise<void> {
    const operatorId = operatorIdOf(email);
    const context: CommandContext = {
      key: `first operator ${operatorId}`,
      actor: { kind: 'system', id: 'environment' },
      correlationId: operatorId,
    };
    await this.runner.execute(
      operatorsStream.name,
      operators,
      { type: 'AppointFirst', operatorId, email, name: 'First operator', reason: 'first start' },
      context,
    );
    if (await passwordMatches((await this.credentials.of(operatorId))?.passwordHash, password)) return;
    await this.credentials.setPassword(operatorId, await hashPassword(password));
  }
}

/** What the console shows; an operator's address is told to admins alone. */
export function recordOf(known: OperatorWithHistory, { email }: { email: boolean }): OperatorRecord {
  const { history: _, ...record } = known;
  return email ? record : { ...record, email: null };
}
