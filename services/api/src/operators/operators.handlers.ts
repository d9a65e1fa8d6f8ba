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
import { BACKGROUND_POOL, POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from '../mail/mail.commands.ts';
import { hashPassword, passwordMatches } from '../passwords.ts';
import { OperatorDirectory, operatorIdOf } from './operator-directory.ts';
import { OperatorSessions } from './operator-sessions.ts';
import { OperatorSignInLimits } from './operator-sign-in-limits.ts';
import {
  AcceptInvitation,
  PostInvitation,
  SettleOperatorSessions,
  SignInOperator,
  type OperatorSignedIn,
} from './operators.commands.ts';
import { operators } from './operators.decider.ts';
import { OPERATOR_INVITATION } from './operators.letters.ts';
import { Invitations, OperatorCredentials } from './operators.tables.ts';

@CommandHandler(SignInOperator)
export class SignInOperatorHandler implements ICommandHandler<SignInOperator> {
  constructor(
    private readonly outbox: Outbox,
    private readonly sealer: Sealer,
    private readonly credentials: OperatorCredentials,
    private readonly limits: OperatorSignInLimits,
    private readonly directory: OperatorDirectory,
    private readonly sessions: OperatorSessions,
  ) {}

  /** Takes the same steps, and as long, whether or not there is such an address. */
  async execute({ email, password, browser, context }: SignInOperator): Promise<OperatorSignedIn> {
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

const ATTEMPTS = 20;

@CommandHandler(AcceptInvitation)
export class AcceptInvitationHandler implements ICommandHandler<AcceptInvitation> {
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

  async execute({ token, password, browser, context }: AcceptInvitation): Promise<OperatorSignedIn> {
    const invitation = await this.invitations.find(token);
    if (!invitation) throw new Refused(operatorProblems.invitationDead);
    const { operatorId } = invitation;
    const email = await this.accept(token, invitation, await hashPassword(password), context);
    await this.outbox.deliver(operatorsStream.name);
    faultPoint('operators.after-accept');
    await this.limits.open(this.sealer.digest('operator email', canonicalEmail(email)));
    const row = await this.credentials.of(operatorId);
    if (!row) throw new Refused(operatorProblems.invitationDead);
    return this.sessions.open(operatorId, row, browser, context);
  }

  /** The password and the fact that tells of it together, come what may; gives the operator's address. */
  private async accept(
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

@CommandHandler(PostInvitation)
export class PostInvitationHandler implements ICommandHandler<PostInvitation> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly invitations: Invitations,
    private readonly mails: Mails,
  ) {}

  async execute({ operatorId, invitationId }: PostInvitation): Promise<void> {
    await withTransaction(this.pool, async (client) => {
      const isNew = await this.invitations.notePosted(client, { operatorId, invitationId });
      if (isNew) await this.mails.add(client, OPERATOR_INVITATION, { operatorId, invitationId });
    });
    this.mails.wake();
  }
}

@CommandHandler(SettleOperatorSessions)
export class SettleOperatorSessionsHandler implements ICommandHandler<SettleOperatorSessions> {
  constructor(private readonly sessions: OperatorSessions) {}

  async execute({ operatorId }: SettleOperatorSessions): Promise<void> {
    await this.sessions.settle(operatorId);
  }
}
