import { memberStream } from '@easel/contracts/members/stream';
import { Devices } from '@easel/kernel/identity/devices';
import { mounted } from '@easel/kernel/deciding/mounted';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Module } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { Credentials } from './credentials.tables.ts';
import { MailLinks } from './mail-links.tables.ts';
import { MemberChanges } from './member-changes.ts';
import { member } from './member.decider.ts';
import { MembersController } from './members.controller.ts';
import { RegisterMemberHandler, SignInHandler } from './members.handlers.ts';
import { MemberLetters } from './members.letters.ts';
import { MembersLookup } from './members.lookup.ts';
import { ProfileController } from './profile.controller.ts';
import { UpdateProfileHandler } from './profile.handlers.ts';
import { RecoveryController } from './recovery.controller.ts';
import {
  ChangePasswordHandler,
  RequestPasswordResetHandler,
  RequestVerificationHandler,
  ResetPasswordHandler,
  VerifyEmailHandler,
} from './recovery.handlers.ts';
import { StoredReferralMailboxes } from './referral-mailboxes.tables.ts';
import { ReferralMailboxes } from './referral-mailboxes.ts';
import { RewardReferralHandler } from './referral.handlers.ts';
import { SessionsController } from './sessions.controller.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { UndoEmailChangeHandler } from './undo-email-change.ts';
import { UserPresenter } from './user.presenter.ts';

const handlers = [
  RegisterMemberHandler,
  SignInHandler,
  UpdateProfileHandler,
  ChangePasswordHandler,
  RequestPasswordResetHandler,
  ResetPasswordHandler,
  RequestVerificationHandler,
  VerifyEmailHandler,
  UndoEmailChangeHandler,
  RewardReferralHandler,
];

@Module({
  controllers: [MembersController, SessionsController, ProfileController, RecoveryController],
  providers: [
    mounted(memberStream, member),
    ...handlers,
    { provide: Devices, useFactory: (sealer: Sealer) => new Devices(sealer), inject: [Sealer] },
    Credentials,
    MailLinks,
    MemberChanges,
    MemberLetters,
    MembersLookup,
    { provide: ReferralMailboxes, useClass: StoredReferralMailboxes },
    AccountLookup,
    SignInLimits,
    UserPresenter,
  ],
})
export class MembersModule {}
