import { memberStream } from '@easel/contracts/members/stream';
import { Devices } from '@easel/kernel/identity/devices';
import { feature } from '@easel/kernel/deciding/feature';
import { Sealer } from '@easel/kernel/identity/sealing';
import { PublicProfiles } from './change-public-profile.ts';
import { Credentials } from './credentials.tables.ts';
import { DigestLetters } from './digest.letters.ts';
import { GrantsController } from './grants.controller.ts';
import { MailLinks } from './mail-links.tables.ts';
import { MarketingChoice } from './marketing-choice.ts';
import { MarketingLinks } from './marketing-links.ts';
import { MarketingLookup } from './marketing.lookup.ts';
import { MarketingController } from './marketing.controller.ts';
import { MemberChanges } from './member-changes.ts';
import { MemberErasure } from './member-erasure.ts';
import { member } from './member.decider.ts';
import { MemberRoll } from './member-roll.lookup.ts';
import { MembersController } from './members.controller.ts';
import { MemberLetters } from './members.letters.ts';
import { MembersLookup } from './members.lookup.ts';
import { sendDigests } from './monthly-digest.process.ts';
import { PasswordChanges } from './password-changes.ts';
import { postDigests } from './post-digests.process.ts';
import { PostDigestHandler } from './post-digests.ts';
import { ProfileController } from './profile.controller.ts';
import { PublicNames } from './public-names.tables.ts';
import { RecoveryController } from './recovery.controller.ts';
import { StoredReferralMailboxes } from './referral-mailboxes.tables.ts';
import { PasswordCheck } from './check-password.ts';
import { ReferralMailboxes } from './referral-mailboxes.ts';
import { Registrations } from './register.ts';
import { RegisteredMembers } from './registered-members.ts';
import { SessionsController } from './sessions.controller.ts';
import { rewardReferrals } from './settle-referral.process.ts';
import { SettleReferralHandler } from './settle-referral.ts';
import { SignInLimits } from './sign-in-limits.ts';
import { SignIns } from './sign-in.ts';
import { EmailChangeUndo } from './undo-email-change.ts';
import { Profiles } from './update-profile.ts';
import { UserPresenter } from './user.presenter.ts';
import { EmailVerification } from './verify-email.ts';

export const membersFeature = feature({
  stream: memberStream,
  decider: member,
  routes: [
    MembersController,
    SessionsController,
    ProfileController,
    RecoveryController,
    MarketingController,
    GrantsController,
  ],
  processes: [rewardReferrals, sendDigests, postDigests],
  lookups: [MembersLookup, MemberRoll, MarketingLookup],
  useCases: [SettleReferralHandler, PostDigestHandler, MemberErasure, PasswordCheck],
  providers: [
    Registrations,
    SignIns,
    Profiles,
    PublicNames,
    PublicProfiles,
    PasswordChanges,
    EmailVerification,
    EmailChangeUndo,
    { provide: Devices, useFactory: (sealer: Sealer) => new Devices(sealer), inject: [Sealer] },
    Credentials,
    MailLinks,
    MarketingChoice,
    MarketingLinks,
    MemberChanges,
    MemberLetters,
    DigestLetters,
    RegisteredMembers,
    { provide: ReferralMailboxes, useClass: StoredReferralMailboxes },
    SignInLimits,
    UserPresenter,
  ],
});
