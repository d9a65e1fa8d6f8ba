import { problems, Refused } from '@easel/contracts/kernel/problem';
import { canonicalEmail } from '@easel/contracts/members/policy';
import { operatorProblems } from '@easel/contracts/operators/http';
import { operatorsStream } from '@easel/contracts/operators/stream';
import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { DeciderRunner, newFacts, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Outbox, OutboxOccupied } from '@easel/kernel/log/outbox';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Sessions } from '@easel/kernel/identity/sessions';
import { POOL } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import type { BrowserValue } from '../browser.decorator.ts';
import { hashPassword } from '../passwords.ts';
import { OperatorSessions, type OperatorSignedIn } from './operator-sessions.ts';
import { OperatorSignInLimits } from './operator-sign-in-limits.ts';
import { operators } from './operators.decider.ts';
import { Invitations, OperatorCredentials } from './operators.tables.ts';

const ATTEMPTS = 20;

/** How somebody who was invited becomes an operator. */
@Injectable()
export class Acceptances {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: EventLog,
    private readonly outbox: Outbox,
    private readonly runner: DeciderRunner,
    private readonly sealer: Sealer,
    private readonly invitations: Invitations,
    private readonly credentials: OperatorCredentials,
    private readonly limits: OperatorSignInLimits,
    private readonly opened: Sessions,
    private readonly sessions: OperatorSessions,
  ) {}

  /** Sets the password and signs in. Refused with 410 for a link that is none any more. */
  async accept(
    token: string,
    password: string,
    browser: BrowserValue,
    context: CommandContext,
  ): Promise<OperatorSignedIn> {
    const invitation = await this.invitations.find(token);
    if (!invitation) throw new Refused(operatorProblems.invitationDead);
    const { operatorId } = invitation;
    const email = await this.record(token, invitation, await hashPassword(password), context);
    await this.outbox.deliver(operatorsStream.name);
    faultPoint('operators.after-accept');
    await this.limits.open(this.sealer.digest('operator email', canonicalEmail(email)));
    const row = await this.credentials.of(operatorId);
    if (!row) throw new Refused(operatorProblems.invitationDead);
    // Both events are of one stream: under one key they would have one id.
    return this.sessions.open(operatorId, row, browser, { ...context, key: `${context.key} sign-in` });
  }

  /** The password and the fact that tells of it together, come what may; gives the operator's address. */
  private async record(
    token: string,
    { operatorId, invitationId }: { operatorId: string; invitationId: string },
    passwordHash: string,
    context: CommandContext,
  ): Promise<string> {
    const own = { ...context, actor: { kind: 'operator', id: operatorId } } as const;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // What a crash or another call has left in the way is finished first.
      await this.outbox.deliver(operatorsStream.name);
      const { state, revision } = await this.runner.fold(operatorsStream.name, operators);
      const email = state.byId.get(operatorId)?.email ?? '';
      const decided = operators.decide({ type: 'AcceptInvitation', operatorId, invitationId }, state);
      // Before the transaction: to seal takes a connection of its own.
      const facts = await this.log.encode(operatorsStream.name, newFacts(operatorsStream.name, decided, own));
      try {
        await withTransaction(this.pool, async (client) => {
          // Of many who come with the token at once, one is first.
          if (!(await this.invitations.use(client, token))) throw new Refused(operatorProblems.invitationDead);
          await this.credentials.setPassword(operatorId, passwordHash, client);
          await this.opened.closeAllOfOperator(operatorId, {}, client);
          await this.outbox.enqueue(client, operatorsStream.name, facts, revision);
        });
        return email;
      } catch (error) {
        if (!(error instanceof OutboxOccupied)) throw error;
      }
    }
    throw new Refused(problems.unavailable);
  }
}
