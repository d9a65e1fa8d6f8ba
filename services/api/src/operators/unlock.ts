import { Refused } from '@easel/contracts/kernel/problem';
import { operatorProblems } from '@easel/contracts/operators/http';
import type { Pool } from '@easel/kernel/database/database';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { BrowserValue } from '../browser.decorator.ts';
import { Mails } from '../mail/mails.ts';
import { OperatorDirectory, operatorIdOf } from './operator-directory.ts';
import { OperatorSessions, type OperatorSignedIn } from './operator-sessions.ts';
import { OPERATOR_UNLOCK } from './operators.letters.ts';
import { OperatorCredentials, UnlockLinks } from './operators.tables.ts';

/** Lets an operator sign in although others have guessed at the password too often. */
@Injectable()
export class Unlocks {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly mails: Mails,
    private readonly links: UnlockLinks,
    private readonly directory: OperatorDirectory,
    private readonly credentials: OperatorCredentials,
    private readonly sessions: OperatorSessions,
  ) {}

  /** Queues the same for every address; whether there is such an operator is looked up when the mail is written. */
  async send(email: string): Promise<void> {
    await this.mails.add(this.pool, OPERATOR_UNLOCK, { operatorId: operatorIdOf(email) });
    this.mails.wake();
  }

  /** Makes the browser one that the account knows. Refused with 410 for a link that is none any more. */
  async open(token: string, browser: BrowserValue): Promise<OperatorSignedIn['device']> {
    const operatorId = await this.links.use(token);
    const row = operatorId === undefined ? undefined : await this.credentials.of(operatorId);
    if (operatorId === undefined || !row || (await this.directory.find(operatorId))?.status !== 'active') {
      throw new Refused(operatorProblems.unlockDead);
    }
    return this.sessions.makeKnown(operatorId, row.deviceEpoch, browser);
  }
}
