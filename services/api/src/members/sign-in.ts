import { type User } from '@easel/contracts/members/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { SESSION_DAYS } from '@easel/contracts/members/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { memberStream } from '@easel/contracts/members/stream';
import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { Devices } from '@easel/kernel/identity/devices';
import { Outbox } from '@easel/kernel/log/outbox';
import { Sessions } from '@easel/kernel/identity/sessions';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { BrowserValue } from '../browser.decorator.ts';
import { passwordMatches } from '../passwords.ts';
import { Credentials } from './credentials.tables.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { UserPresenter } from './user.presenter.ts';

export interface SignedIn {
  token: string;
  imageToken: string;
  /** The cookie by which the browser is known from now on. */
  device: { name: string; value: string };
  user: User;
}

/** How members come in. */
@Injectable()
export class SignIns {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly outbox: Outbox,
    private readonly credentials: Credentials,
    private readonly limits: SignInLimits,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly presenter: UserPresenter,
  ) {}

  /** Takes the same steps, and as long, whether or not there is such an address. */
  async signIn(email: string, password: string, browser: BrowserValue): Promise<SignedIn> {
    const { userAgent, address, cookies } = browser;
    const emailDigest = this.credentials.emailDigest(email);
    const row = await this.credentials.byEmailDigest(emailDigest);
    const device = row && this.devices.find(row.memberId, row.deviceEpoch, cookies);
    const forgive = await this.limits.attempt({ emailDigest, address, device });
    if (!(await passwordMatches(row?.passwordHash, password)) || !row) {
      throw new Refused(memberProblems.wrongCredentials);
    }
    const { memberId, deviceEpoch } = row;
    await forgive();
    // A registration that a crash cut short between its row and its fact is finished by whoever comes first.
    await this.outbox.deliver(memberStream.nameOf(memberId));
    const session = await withTransaction(this.pool, async (client) => {
      // A password or an address that is being changed at this moment opens nothing any more.
      if (!(await this.credentials.hold(client, row))) {
        throw new Refused(memberProblems.wrongCredentials);
      }
      return this.sessions.open({ kind: 'member', id: memberId }, { days: SESSION_DAYS, userAgent }, client);
    });
    const known = this.devices.issue(memberId, deviceEpoch, cookies);
    return { ...session, device: known, user: await this.presenter.present(memberId) };
  }
}
