import type { OperatorRole } from '@easel/contracts/kernel/http';
import { operatorsStream } from '@easel/contracts/operators/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { gathered } from '@easel/kernel/database/gathered';
import { Injectable } from '@nestjs/common';
import { operators } from './operators.decider.ts';

/** Read-only door to the operators for other features. */
@Injectable()
export class OperatorsLookup {
  private readonly ask: (operatorId: string) => Promise<OperatorRole | undefined>;

  constructor(private readonly runner: DeciderRunner) {
    this.ask = gathered(async (asked) => {
      const { state } = await runner.fold(operatorsStream.name, operators);
      return asked.map((operatorId) => {
        const operator = state.byId.get(operatorId);
        return operator?.status === 'active' ? operator.role : undefined;
      });
    });
  }

  /** Undefined for who is no active operator. */
  roleOf(operatorId: string): Promise<OperatorRole | undefined> {
    return this.ask(operatorId);
  }

  /** Whether an admin beside this one is active. */
  async hasOtherAdmin(operatorId: string): Promise<boolean> {
    const { state } = await this.runner.fold(operatorsStream.name, operators);
    return [...state.byId].some(
      ([id, { role, status }]) => id !== operatorId && role === 'admin' && status === 'active',
    );
  }
}
