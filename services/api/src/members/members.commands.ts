import type { Registration, User } from '@easel/contracts/members/http';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';
import type { BrowserValue } from '../browser.decorator.ts';

export interface SignedIn {
  token: string;
  imageToken: string;
  /** The cookie by which the browser is known from now on. */
  device: { name: string; value: string };
  user: User;
}

export class RegisterMember extends Command<SignedIn> {
  constructor(
    readonly registration: Registration,
    readonly context: CommandContext,
    readonly browser: BrowserValue,
  ) {
    super();
  }
}

export class SignIn extends Command<SignedIn> {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly browser: BrowserValue,
  ) {
    super();
  }
}

export class UpdateProfile extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly profile: {
      firstName: string;
      lastName: string;
      email: string;
      username: string;
      /** Needed for another address. */
      currentPassword?: string | undefined;
    },
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** By the token of the mail that told of the change, once; ends all of the member's sessions. */
export class UndoEmailChange extends Command<void> {
  constructor(
    readonly token: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Ends the member's other sessions. */
export class ChangePassword extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly sessionId: string,
    readonly currentPassword: string,
    readonly newPassword: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Tells nobody whether there is such an address. */
export class RequestPasswordReset extends Command<void> {
  constructor(readonly email: string) {
    super();
  }
}

/** By the token of a mail, once; ends all of the member's sessions. */
export class ResetPassword extends Command<void> {
  constructor(
    readonly token: string,
    readonly newPassword: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

export class RequestVerification extends Command<void> {
  constructor(readonly memberId: string) {
    super();
  }
}

/** As the page says it (spec: public-and-commerce §2.15). */
export type VerificationStatus = 'success' | 'invalid' | 'missing' | 'not_found' | 'error';

/** By the token of a mail; again, it is a success again. */
export class VerifyEmail extends Command<VerificationStatus> {
  constructor(
    readonly token: string | undefined,
    readonly context: CommandContext,
  ) {
    super();
  }
}

/** Somebody has verified an address, or made an image: they, and who invited them, get the credits due for it, once. */
export class RewardReferral extends Command<void> {
  constructor(
    readonly invitedId: string,
    /** When that was: what the one who invited gets counts in this month. */
    readonly at: Date,
    readonly context: CommandContext,
  ) {
    super();
  }
}
