import { Refused } from '@easel/contracts/kernel/problem';
import { canonicalEmail } from '@easel/contracts/members/policy';
import { operatorProblems } from '@easel/contracts/operators/http';
import { operatorsStream } from '@easel/contracts/operators/stream';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Outbox } from '@easel/kernel/log/outbox';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Injectable } from '@nestjs/common';
import type { BrowserValue } from '../browser.decorator.ts';
import { passwordMatches } from '../passwords.ts';
import { OperatorDirectory, operatorIdOf } from './operator-directory.ts';
import { OperatorSessions, type OperatorSignedIn } from './operator-sessions.ts';
import { OperatorSignInLimits } from './operator-sign-in-limits.ts';
import { OperatorCredentials } from './operators.tables.ts';

/** How operators come in. */
@Injectable()
export class OperatorSignIns {
  constructor(
    private readonly outbox: Outbox,
    private readonly sealer: Sealer,
    private readonly credentials: OperatorCredentials,
    private readonly limits: OperatorSignInLimits,
    private readonly directory: OperatorDirectory,
    private readonly sessions: OperatorSessions,
  ) {}

  /**
   * Takes the same steps, and as long, whether or not there is such an address. Refused with 401 alike whatever is
   * wrong, and with 429 where too many failed before.
   */
  async signIn(
    email: string,
    password: string,
    browser: BrowserValue,
    context: CommandContext,
  ): Promise<OperatorSignedIn> {
    const operatorId = operatorIdOf(email);
    const row = await this.credentials.of(operatorId);
    const device = row && this.sessions.deviceOf(operatorId, row.deviceEpoch, browser);
    const emailDigest = this.sealer.digest('operator email', canonicalEmail(email));
    const forgive = await this.limits.attempt({ emailDigest, address: browser.address, device });
    if (!(await passwordMatches(row?.passwordHash, password)) || !row) {
      throw new Refused(operatorProblems.wrongCredentials);
    }
    // An acceptance that a crash cut short between its password and its fact is finished by whoever comes first.
    await this.outbox.deliver(operatorsStream.name);
    if ((await this.directory.find(operatorId))?.status !== 'active') {
      throw new Refused(operatorProblems.wrongCredentials);
    }
    await forgive();
    return this.sessions.open(operatorId, row, browser, context);
  }
}
