import {
  emailChangeUndo,
  forgottenPassword,
  passwordChange,
  passwordReset,
} from '@easel/contracts/members/bodies.http';
import { membersHttp } from '@easel/contracts/members/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PasswordChanges } from './password-changes.ts';
import { EmailChangeUndo } from './undo-email-change.ts';
import { EmailVerification } from './verify-email.ts';

interface Done {
  success: true;
  message: string;
}

const done = (message: string): Done => ({ success: true, message });

/** Passwords that are changed or were forgotten, addresses that are to be verified, or to be put back. */
@Controller()
export class RecoveryController {
  constructor(
    private readonly passwords: PasswordChanges,
    private readonly verification: EmailVerification,
    private readonly emails: EmailChangeUndo,
  ) {}

  @RouteOf(membersHttp.changePassword)
  async changePassword(
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Body({ schema: passwordChange }) body: { currentPassword: string; newPassword: string },
  ): Promise<Done> {
    if (caller.kind !== 'member') throw new Refused(problems.signedOut);
    await this.passwords.change({ memberId: caller.id, sessionId: caller.sessionId }, body, context);
    return done('Password updated successfully');
  }

  @RouteOf(membersHttp.forgotPassword)
  async forgotPassword(@Body({ schema: forgottenPassword }) { email }: { email: string }): Promise<Done> {
    await this.passwords.requestReset(email);
    return done('If there is an account with this email address, a link to reset its password is on its way.');
  }

  @RouteOf(membersHttp.resetPassword)
  async resetPassword(
    @Issued() context: CommandContext,
    @Body({ schema: passwordReset }) { token, newPassword }: { token: string; newPassword: string },
  ): Promise<Done> {
    await this.passwords.reset(token, newPassword, context);
    return done('Your password has been reset. You can sign in with it now.');
  }

  @RouteOf(membersHttp.resendVerification)
  async resendVerification(@Caller() { id }: CallerValue): Promise<Done> {
    await this.verification.request(id);
    return done('Verification email sent');
  }

  /** By the page that the mail leads to: opening it changes nothing. */
  @RouteOf(membersHttp.undoEmailChange)
  async undoEmailChange(
    @Issued() context: CommandContext,
    @Body({ schema: emailChangeUndo }) { token }: { token: string },
  ): Promise<Done> {
    await this.emails.undo(token, context);
    return done(
      'Your email address is back. Everybody was signed out, and we have mailed you a link for a new password.',
    );
  }

  /** A link in a mail: whatever is wrong with it, the answer is a page. */
  @RouteOf(membersHttp.verifyEmail)
  async verifyEmail(
    @Issued() context: CommandContext,
    @Query() query: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const read = membersHttp.verifyEmail.query.safeParse(query);
    const status = read.success ? await this.verification.verify(read.data.token, context) : 'invalid';
    await reply
      .status(302)
      .headers({
        location: `/verify-success?status=${status}`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .send();
  }
}
