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
    }),
    sealed: { subject, fields: ['email', 'username', 'firstName', 'lastName'] },
  },
  /** The address that is verified is the one that stood when the fact was recorded. */
  EmailVerified: { version: 1, data: z.object({ memberId }) },
  /** The whole profile as it stands afterwards; another address is unverified. */
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
  PreferencesUpdated: {
    version: 1,
    data: z.object({ memberId, defaultResolution: z.enum(defaultResolutions), defaultFormat: z.enum(defaultFormats) }),
  },
  MarketingOptInChanged: {
    version: 1,
    data: z.object({ memberId, optedIn: z.boolean(), source: z.enum(['preferences', 'link']) }),
  },
  /** No word of either password. */
  PasswordChanged: { version: 1, data: z.object({ memberId, by: z.enum(['change', 'reset']) }) },
  /** Somebody whom this member invited has verified the address: both sides got their credits. Once an invited member. */
  ReferralRewarded: { version: 1, data: z.object({ memberId, invitedId: z.uuid(), tenths: z.int().positive() }) },
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
} satisfies FactCatalogue;

export type MemberFact = FactsOf<typeof memberFacts>;
