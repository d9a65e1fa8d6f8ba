import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { OperatorRecord, SignedInOperator } from '@easel/contracts/operators/http';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';
import type { BrowserValue } from '../browser.decorator.ts';

export interface OperatorSignedIn {
  token: string;
  /** The cookie by which the browser is known from now on. */
  device: { name: string; value: string };
  admin: SignedInOperator;
}

/** Refused with 401 alike whatever is wrong, and with 429 where too many failed before. */
export class SignInOperator extends Command<OperatorSignedIn> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly browser: BrowserValue,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Sets the password and signs in. Refused with 410 for a link that is none any more. */
export class AcceptInvitation extends Command<OperatorSignedIn> {
  constructor(
    readonly token: string,
    readonly password: string,
    readonly browser: BrowserValue,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Answers the operator as it stands then. Refused with 409 where the address is an operator’s. */
export class InviteOperator extends Command<OperatorRecord> {
  constructor(
    readonly invited: { email: string; name: string; role: OperatorRole; reason: string },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** A fresh link by mail. Refused with 404, and with 422 for who is disabled. */
export class RenewInvitation extends Command<OperatorRecord> {
  constructor(
    readonly operatorId: string,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** `version`: of the operator as the admin has seen it. What is undefined stays. */
export interface OperatorChange {
  version: number;
  role?: OperatorRole | undefined;
  status?: 'active' | 'disabled' | undefined;
  reason: string;
}

/** Holds for open sessions at once. Refused with 404, and with 409 where it has changed or nobody else is admin. */
export class ChangeOperator extends Command<OperatorRecord> {
  constructor(
    readonly operatorId: string,
    readonly change: OperatorChange,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Puts an invitation into the mail's queue, once however often it is asked to. */
export class PostInvitation extends Command<void> {
  constructor(
    readonly operatorId: string,
    readonly invitationId: string,
  ) {
    super();
  }
}

/** Brings an operator's open sessions to what the log says of them. */
export class SettleOperatorSessions extends Command<void> {
  constructor(readonly operatorId: string) {
    super();
  }
}
