import { type Registration } from '@easel/contracts/members/registration.http';
import { memberProblems } from '@easel/contracts/members/problems';
import { SESSION_DAYS } from '@easel/contracts/members/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { memberStream } from '@easel/contracts/members/stream';
import { newFacts, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { Devices } from '@easel/kernel/identity/devices';
import { EventLog } from '@easel/kernel/log/event-log';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Outbox } from '@easel/kernel/log/outbox';
import { Sessions } from '@easel/kernel/identity/sessions';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import type { BrowserValue } from '../browser.decorator.ts';
import { TrialsLookup } from '../trials/trials.lookup.ts';
import { Visitors } from '../visitors.ts';
import { Mails } from '../mail/mails.ts';
import { hashPassword, passwordMatches } from '../passwords.ts';
import { Credentials } from './credentials.tables.ts';
import { member } from './member.decider.ts';
import { VERIFICATION } from './members.letters.ts';
import { RegisteredMembers } from './registered-members.ts';
import type { SignedIn } from './sign-in.ts';
import { UserPresenter } from './user.presenter.ts';

const MEMBER_NAMESPACE = '3a4cfb0e-6f0d-4b7a-9d52-7c3a5b1e9f20';

/** Ids of members are UUID v5 of their registration's key within a namespace: a repeat is the same member. */
export const memberIdOf = (key: string): string => uuidV5(key, MEMBER_NAMESPACE);

/** How somebody becomes a member. */
@Injectable()
export class Registrations {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: EventLog,
    private readonly outbox: Outbox,
    private readonly credentials: Credentials,
    private readonly mails: Mails,
    private readonly sessions: Sessions,
    private readonly devices: Devices,
    private readonly presenter: UserPresenter,
    private readonly visitors: Visitors,
    private readonly trials: TrialsLookup,
    private readonly members: RegisteredMembers,
  ) {}

  /**
   * The row comes first, since it alone keeps addresses unique; the fact follows it through the outbox, come what may.
   */
  async register(registration: Registration, context: CommandContext, browser: BrowserValue): Promise<SignedIn> {
    const { email, username, password, firstName, lastName, marketingOptIn } = registration;
    const memberId = memberIdOf(context.key);
    const stream = memberStream.nameOf(memberId);
    const referralCode = registration.referralCode || null;
    const trial = await this.trialOf(browser.cookies);
    const profile = { email, username, firstName, lastName, marketingOptIn, referralCode };
    const { landing } = registration;
    const registered = member.decide(
      { type: 'RegisterMember', memberId, ...profile, ...(trial && { trial }), ...(landing && { landing }) },
      member.initial(),
    );
    const actor = { kind: 'member', id: memberId } as const;
    const [passwordHash, facts] = await Promise.all([
      hashPassword(password),
      this.log.encode(stream, newFacts(stream, registered, { ...context, actor })),
    ]);
    // Who is erased is not called back by the key of long ago.
    if ((await this.members.find(memberId))?.erased) throw new Refused(memberProblems.emailTaken);
    faultPoint('register.before-reserve');
    const isNew = await withTransaction(this.pool, async (client) => {
      const reserved = await this.credentials.reserve(client, { memberId, email, username, passwordHash });
      faultPoint('register.after-reserve');
      if (reserved) {
        await this.outbox.enqueue(client, stream, facts);
        await this.mails.add(client, VERIFICATION, { memberId });
      }
      return reserved;
    });
    // A key alone opens nobody's account.
    if (!isNew && !(await this.isTheirs(memberId, email, password))) throw new Refused(memberProblems.emailTaken);
    faultPoint('register.after-commit');
    await this.outbox.deliver(stream);
    faultPoint('register.after-deliver');
    this.mails.wake();
    const { userAgent, cookies } = browser;
    const session = await this.sessions.open({ kind: 'member', id: memberId }, { days: SESSION_DAYS, userAgent });
    faultPoint('register.after-session');
    const device = this.devices.issue(memberId, 0, cookies);
    return { ...session, device, user: await this.presenter.present(memberId) };
  }

  /** The browser's cookie names the latest picture alone. */
  private async trialOf(cookies: string | undefined) {
    const visitor = this.visitors.of(cookies);
    if (!visitor) return undefined;
    const earlier = (await this.trials.of(visitor.visitorId)).filter((id) => id !== visitor.generationId);
    return { ...visitor, ...(earlier.length > 0 && { earlier }) };
  }

  private async isTheirs(memberId: string, email: string, password: string): Promise<boolean> {
    const row = await this.credentials.byEmail(email);
    return (await passwordMatches(row?.passwordHash, password)) && row?.memberId === memberId;
  }
}
