import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { defaultFormats, defaultResolutions } from './policy.ts';

const memberId = z.uuid();
const subject = 'memberId';

export const memberFacts = {
  MemberRegistered: {
    version: 1,
    data: z.object({
      memberId,
      email: z.string(),
      username: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      marketingOptIn: z.boolean(),
      /** The code of the member who invited this one. */
      referralCode: z.string().nullable(),
      /**
       * The latest picture that this person had made as a visitor, and the earlier ones, which are theirs from here on;
       * absent where there is none. `earlier` is absent where there are none, and from old events.
       */
      trial: z.optional(
        z.object({ visitorId: z.uuid(), generationId: z.uuid(), earlier: z.optional(z.array(z.uuid())) }),
      ),
      /**
       * On which page this person's visit began (`/image/:id`), and from which other site; absent where that is not
       * known.
       */
      landing: z.optional(z.object({ landing: z.string(), referrerHost: z.string().nullable() })),
    }),
    sealed: { subject, fields: ['email', 'username', 'firstName', 'lastName'] },
  },
  /** The address that is verified is the one that stood when the fact was recorded. */
  EmailVerified: { version: 1, data: z.object({ memberId }) },
  /**
   * The whole profile as it stands afterwards. Another address in it, as logs of before `EmailChanged` have it, is
   * unverified.
   */
  ProfileUpdated: {
    version: 1,
    data: z.object({
      memberId,
      email: z.string(),
      username: z.string(),
      firstName: z.string(),
      lastName: z.string(),
    }),
    sealed: { subject, fields: ['email', 'username', 'firstName', 'lastName'] },
  },
  /**
   * The address is another one from now on, and unverified. Until then the one of before can be put back by a link that
   * was mailed to it; null where this went back to an address that had such a link, which then undoes what came after
   * it.
   */
  EmailChanged: {
    version: 1,
    data: z.object({
      memberId,
      changeId: z.uuid(),
      email: z.string(),
      previousEmail: z.string(),
      undoableUntil: z.iso.datetime().nullable(),
    }),
    sealed: { subject, fields: ['email', 'previousEmail'] },
  },
  /** The address of before that change stands again, verified if it was; changes after that one are undone with it. */
  EmailChangeUndone: {
    version: 1,
    data: z.object({ memberId, changeId: z.uuid(), email: z.string(), verified: z.boolean() }),
    sealed: { subject, fields: ['email'] },
  },
  PreferencesUpdated: {
    version: 1,
    data: z.object({ memberId, defaultResolution: z.enum(defaultResolutions), defaultFormat: z.enum(defaultFormats) }),
  },
  MarketingOptInChanged: {
    version: 1,
    data: z.object({ memberId, optedIn: z.boolean(), source: z.enum(['preferences', 'link']) }),
  },
  /** The mail about that UTC month is on its way to this member: once a month, and of later months alone. */
  DigestSent: { version: 1, data: z.object({ memberId, month: z.string().regex(/^\d{4}-\d{2}$/) }) },
  /**
   * How a member is seen by everybody, as it stands afterwards: hidden, or under a name that nobody else has. Members
   * without this fact have not chosen yet, and are hidden.
   */
  PublicProfileChanged: {
    version: 1,
    data: z.object({
      memberId,
      /** Empty where none was chosen. */
      publicName: z.string(),
      shown: z.boolean(),
      /** Whether others who remix a picture are given its seed and its negative prompt, too. */
      sharesSettings: z.boolean(),
    }),
    sealed: { subject, fields: ['publicName'] },
  },
  /** An image of a picture of theirs is their avatar, for as long as everybody sees the picture. */
  AvatarChosen: { version: 1, data: z.object({ memberId, generationId: z.uuid(), variantId: z.uuid() }) },
  AvatarRemoved: { version: 1, data: z.object({ memberId }) },
  /** No word of either password. */
  PasswordChanged: { version: 1, data: z.object({ memberId, by: z.enum(['change', 'reset']) }) },
  /** This member was invited and has verified an address whose mailbox was rewarded to nobody before. Once. */
  ReferralAccepted: { version: 1, data: z.object({ memberId, inviterId: z.uuid(), tenths: z.int().positive() }) },
  /** Somebody whom this member invited has made a first image. Once an invited member. */
  ReferralRewarded: {
    version: 2,
    data: z.object({
      memberId,
      invitedId: z.uuid(),
      tenths: z.int().positive(),
      /** The UTC month in which it counts. */
      month: z
        .string()
        .regex(/^\d{4}-\d{2}$/)
        .nullable(),
    }),
    // Until then it told of both sides' credits, for the verified address alone, and was not counted by months.
    upcast: { 1: (old: object) => ({ ...old, month: null }) },
  },
  /** Settings of the generator kept under a name; saving one under the same id replaces it. */
  PresetSaved: {
    version: 1,
    data: z.object({
      memberId,
      presetId: z.uuid(),
      name: z.string(),
      /** JSON of the generator's settings, which may hold a prompt. */
      settings: z.string(),
    }),
    sealed: { subject, fields: ['name', 'settings'] },
  },
  PresetDeleted: { version: 1, data: z.object({ memberId, presetId: z.uuid() }) },
  /** All that is known of the member is packed into a file for them. */
  DataExportRequested: { version: 1, data: z.object({ memberId, exportId: z.uuid(), requestedAt: z.iso.datetime() }) },
  /** The member wants to be erased, and may think better of it until then. */
  ErasureRequested: {
    version: 1,
    data: z.object({
      memberId,
      requestedAt: z.iso.datetime(),
      erasesAt: z.iso.datetime(),
      /** Money that is left in the account need not be waited for. */
      givesUp: z.boolean(),
    }),
  },
  /** The member stays. */
  ErasureWithdrawn: { version: 1, data: z.object({ memberId }) },
  /**
   * Nobody signs in as this member any more; what they wrote and made goes, and the key of their words is destroyed.
   * The id stays, as the pseudonym of ledgers.
   */
  MemberErased: { version: 1, data: z.object({ memberId, erasedAt: z.iso.datetime() }) },
} satisfies FactCatalogue;

export type MemberFact = FactsOf<typeof memberFacts>;

/** Facts between a member's registration and erasure. A read model that follows only those two ignores these. */
export const memberChanges = [
  'EmailVerified',
  'ProfileUpdated',
  'EmailChanged',
  'EmailChangeUndone',
  'PreferencesUpdated',
  'MarketingOptInChanged',
  'DigestSent',
  'PublicProfileChanged',
  'AvatarChosen',
  'AvatarRemoved',
  'PasswordChanged',
  'ReferralAccepted',
  'ReferralRewarded',
  'PresetSaved',
  'PresetDeleted',
  'DataExportRequested',
  'ErasureRequested',
  'ErasureWithdrawn',
] as const satisfies readonly MemberFact['type'][];
