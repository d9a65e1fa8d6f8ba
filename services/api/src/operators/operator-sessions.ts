import { operatorProblems, type SignedInOperator } from '@easel/contracts/operators/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Devices } from '@easel/kernel/identity/devices';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Sessions } from '@easel/kernel/identity/sessions';
import { LOGGER, POOL } from '@easel/kernel/server/tokens';
import { OPERATOR_SESSION_DAYS } from '@easel/contracts/operators/policy';
import { operatorsStream } from '@easel/contracts/operators/stream';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import type { BrowserValue } from '../browser.decorator.ts';
import { operators, type Operator } from './operators.decider.ts';
import { OperatorCredentials, type OperatorCredentialRow } from './operators.tables.ts';

export interface OperatorSignedIn {
  token: string;
  /** The cookie by which the browser is known from now on. */
  device: { name: string; value: string };
  admin: SignedInOperator;
}

/**
 * Open sessions of operators, and what the log says of their roles. Whoever moves a role, and whoever opens a session,
 * settles afterwards: whichever of two that meet comes last has seen both.
 */
@Injectable()
export class OperatorSessions implements OnApplicationBootstrap {
  private readonly devices: Devices;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly runner: DeciderRunner,
    private readonly sessions: Sessions,
    private readonly credentials: OperatorCredentials,
    sealer: Sealer,
  ) {
    this.devices = new Devices(sealer);
  }

  /** Before anybody is served: a process that died right after it moved a role has left sessions behind. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      for (const operatorId of await this.sessions.operators()) await this.settle(operatorId);
    } catch (error) {
      // The process that follows the log makes up for it as soon as the log is there.
      this.logger.error({ err: error }, 'the operators’ sessions could not be compared with their roles');
    }
  }

  /** Brings open sessions to what the log says now: their role, or their end. Gives the operator while active. */
  async settle(operatorId: string): Promise<Operator | undefined> {
    const { state, revision } = await this.runner.fold(operatorsStream.name, operators);
    const operator = state.byId.get(operatorId);
    if (operator?.status !== 'active') {
      await this.sessions.closeAllOfOperator(operatorId, { before: revision });
      return undefined;
    }
    await this.sessions.setOperatorRole(operatorId, operator.role, revision);
    return operator;
  }

  /** For who has shown this password. Refused as a wrong password is where the account is not active. */
  async open(
    operatorId: string,
    { passwordHash, deviceEpoch }: OperatorCredentialRow,
    browser: BrowserValue,
    context: CommandContext,
  ): Promise<OperatorSignedIn> {
    const { state: before } = await this.runner.fold(operatorsStream.name, operators);
    const role = before.byId.get(operatorId)?.role;
    const { state, revision } = await this.runner.execute(
      operatorsStream.name,
      operators,
      { type: 'RecordSignIn', operatorId, at: new Date() },
      { ...context, actor: { kind: 'operator', id: operatorId, ...(role !== undefined && { role }) } },
    );
    const recorded = state.byId.get(operatorId);
    if (!recorded) throw new Refused(operatorProblems.wrongCredentials);
    faultPoint('operators.before-session');
    const subject = { kind: 'operator', id: operatorId, role: recorded.role, roleAsOf: revision } as const;
    const { userAgent, cookies } = browser;
    const { token } = await withTransaction(this.pool, async (client) => {
      // A password that is being changed at this moment opens nothing any more.
      if (!(await this.credentials.hold(client, operatorId, passwordHash))) {
        throw new Refused(operatorProblems.wrongCredentials);
      }
      return this.sessions.open(subject, { days: OPERATOR_SESSION_DAYS, userAgent }, client);
    });
    faultPoint('operators.after-session');
    // The token is nobody's yet: a role that moved since it was recorded holds before it is shown.
    const operator = await this.settle(operatorId);
    if (!operator) throw new Refused(operatorProblems.wrongCredentials);
    const { email, name } = operator;
    const device = this.devices.issue(operatorId, deviceEpoch, cookies);
    return { token, device, admin: { id: operatorId, email, name, role: operator.role } };
  }

  /** The cookie that makes this browser a known one of the account. */
  makeKnown(operatorId: string, deviceEpoch: number, { cookies }: BrowserValue): OperatorSignedIn['device'] {
    return this.devices.issue(operatorId, deviceEpoch, cookies);
  }

  /** The browser's id, where it has signed in to this account before. */
  deviceOf(operatorId: string, deviceEpoch: number, { cookies }: BrowserValue): string | undefined {
    return this.devices.find(operatorId, deviceEpoch, cookies);
  }
}
