import { memberStream } from '@easel/contracts/members/stream';
import { Devices } from '@easel/kernel/devices';
import { feature } from '@easel/kernel/feature';
import { Sealer } from '@easel/kernel/sealing';
import { Credentials } from './credentials.tables.ts';
import { MailLinks } from './mail-links.tables.ts';
import { MemberChanges } from './member-changes.ts';
import { member } from './member.decider.ts';
import { MemberRoll } from './member-roll.lookup.ts';
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
import { rewardReferrals } from './referral.process.ts';
import { SessionsController } from './sessions.controller.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { UndoEmailChangeHandler } from './undo-email-change.ts';
import { UserPresenter } from './user.presenter.ts';

export const membersFeature = feature({
  stream: memberStream,
  decider: member,
  routes: [MembersController, SessionsController, ProfileController, RecoveryController],
  processes: [rewardReferrals],
  lookups: [MembersLookup, MemberRoll],
  useCases: [
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
  ],
  providers: [
    { provide: Devices, useFactory: (sealer: Sealer) => new Devices(sealer), inject: [Sealer] },
    Credentials,
    MailLinks,
    MemberChanges,
    MemberLetters,
    { provide: ReferralMailboxes, useClass: StoredReferralMailboxes },
    SignInLimits,
    UserPresenter,
  ],
});
