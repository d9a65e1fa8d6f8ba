import { REFERRALS_A_MONTH } from '@easel/contracts/account/policy';
import type { MemberFact } from '@easel/contracts/members/events';
import { ERASED } from '@easel/contracts/kernel/event';
import { memberProblems, presetProblems } from '@easel/contracts/members/problems';
import {
  canonicalEmail,
  digestMonthAt,
  isDigestTime,
  nextDigestAt,
  defaultFormats,
  defaultResolutions,
  PRESETS_MAX,
  UNDO_EMAIL_DAYS,
  type DefaultFormat,
  type DefaultResolution,
} from '@easel/contracts/members/policy';
import { dataExportProblems } from '@easel/contracts/data-export/http';
import { EXPORT_EVERY_HOURS } from '@easel/contracts/data-export/policy';
import { erasesAt } from '@easel/contracts/erasure/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface Profile {
  email: string;
  username: string;
  firstName: string;
  lastName: string;
}

/** An address that was left by a change. */
export interface LeftEmail {
  changeId: string;
  email: string;
  verified: boolean;
  /** Of an instant, until which it can be put back. */
  until: string;
}

/** How a member is seen by everybody; `name` is empty where none was chosen. */
export interface PublicProfile {
  name: string;
  shown: boolean;
  sharesSettings: boolean;
}

export interface Member extends Profile {
  registered: boolean;
  /** What was asked for last of all that is known of them. */
  lastExport: { exportId: string; requestedAt: string } | undefined;
  /** Their words are gone for ever. */
  erased: boolean;
  /** Of instants: when they asked to be erased, and when they are. */
  erasure: { requestedAt: string; erasesAt: string; givesUp: boolean } | undefined;
  /** Of the address as it stands. */
  emailVerified: boolean;
  marketingOptIn: boolean;
  /** The last month that a monthly mail was sent about; null before the first. */
  digestMonth: string | null;
  defaultResolution: DefaultResolution;
  defaultFormat: DefaultFormat;
  /** Addresses of before that can be put back, the oldest first; who reads mail at an older one has the last word. */
  leftEmails: readonly LeftEmail[];
  /** By id, in the order in which they were first saved; `settings` is JSON. */
  presets: Map<string, { name: string; settings: string }>;
  /** Undefined until it was chosen: hidden. */
  publicProfile: PublicProfile | undefined;
  /** Of a picture of theirs; undefined where they have none. */
  avatar: { generationId: string; variantId: string } | undefined;
  /** The code by which this member came. */
  referralCode: string | null;
  /** Who brought this member here, once that is worth so many tenths of a credit. */
  acceptedReferral: { inviterId: string; tenths: number } | undefined;
  /** Whom this member brought here, with the tenths of a credit for it and the month in which it counts. */
  referrals: Map<string, { tenths: number; month: string | null }>;
}

export type MemberCommand =
  | (Profile & {
      type: 'RegisterMember';
      memberId: string;
      marketingOptIn: boolean;
      referralCode: string | null;
      /** The latest picture that they had made as a visitor, and the ones before it. */
      trial?: { visitorId: string; generationId: string; earlier?: string[] };
      /** Where their visit began. */
      landing?: { landing: string; referrerHost: string | null };
    })
  /** `email`: the address that somebody reads mail at. */
  | { type: 'VerifyEmail'; memberId: string; email: string }
  /** `changeId`: of the change of the address, where there is one. */
  | (Profile & { type: 'UpdateProfile'; memberId: string; changeId: string; at: Date })
  | { type: 'UndoEmailChange'; memberId: string; changeId: string; at: Date }
  | {
      type: 'UpdatePreferences';
      memberId: string;
      defaultResolution?: DefaultResolution | undefined;
      defaultFormat?: DefaultFormat | undefined;
      marketingOptIn?: boolean | undefined;
    }
  /** That nobody else has the name is found out beforehand. */
  | ({ type: 'ChangePublicProfile'; memberId: string } & PublicProfile)
  /** That the picture is theirs, and public, is found out beforehand. */
  | { type: 'ChooseAvatar'; memberId: string; generationId: string; variantId: string }
  | { type: 'RemoveAvatar'; memberId: string }
  | { type: 'ChangeMarketingOptIn'; memberId: string; optedIn: boolean; source: 'preferences' | 'link' }
  | { type: 'SendDigest'; memberId: string; at: Date }
  | { type: 'ChangePassword'; memberId: string; by: 'change' | 'reset' }
  | { type: 'SavePreset'; memberId: string; presetId: string; name: string; settings: string }
  | { type: 'DeletePreset'; memberId: string; presetId: string }
  | { type: 'RequestDataExport'; memberId: string; exportId: string; at: Date }
  /** `givesUp`: what money is left need not be waited for; asked again, that alone can change. */
  | { type: 'RequestErasure'; memberId: string; givesUp: boolean; at: Date }
  | { type: 'WithdrawErasure'; memberId: string }
  /** That nothing stands in the way is found out beforehand; it comes where it is due. */
  | { type: 'EraseMember'; memberId: string; at: Date }
  /** Whether inviter and mailbox may count is found out beforehand. */
  | { type: 'AcceptReferral'; memberId: string; inviterId: string; tenths: number }
  /** Whether it is due is found out beforehand; it comes once for somebody invited, where the UTC month has room. */
  | { type: 'RewardReferral'; memberId: string; invitedId: string; tenths: number; month: string };

export const member: Decider<Member, MemberCommand, MemberFact> = {
  initial: () => ({
    registered: false,
    erased: false,
    lastExport: undefined,
    erasure: undefined,
    email: '',
    username: '',
    firstName: '',
    lastName: '',
    emailVerified: false,
    leftEmails: [],
    marketingOptIn: false,
    digestMonth: null,
    defaultResolution: defaultResolutions[0],
    defaultFormat: defaultFormats[0],
    presets: new Map(),
    publicProfile: undefined,
    avatar: undefined,
    referralCode: null,
    acceptedReferral: undefined,
    referrals: new Map(),
  }),

  decide(command, state) {
    if (command.type === 'RegisterMember') {
      const { type: _, ...data } = command;
      return state.registered ? [] : [{ type: 'MemberRegistered', data }];
    }
    if (!state.registered || state.erased) return [];
    const { memberId } = command;
    switch (command.type) {
      case 'VerifyEmail':
        // A link in a mail to an address of before says nothing of the one that stands.
        return state.emailVerified || !isSameEmail(command.email, state.email)
          ? []
          : [{ type: 'EmailVerified', data: { memberId } }];
      case 'UpdateProfile': {
        const { changeId, at } = command;
        const moved = isSameEmail(command.email, state.email)
          ? []
          : [emailChanged(state, { memberId, changeId, email: command.email, at })];
        const since = moved.length > 0 ? { ...state, email: command.email } : state;
        return isSameProfile(command, since)
          ? moved
          : [...moved, { type: 'ProfileUpdated', data: { memberId, ...profileOf(command) } }];
      }
      case 'UndoEmailChange': {
        const { changeId, at } = command;
        const left = state.leftEmails.find((one) => one.changeId === changeId);
        if (!left || at >= new Date(left.until)) throw new Refused(memberProblems.undoLinkDead);
        const { email, verified } = left;
        return [{ type: 'EmailChangeUndone', data: { memberId, changeId, email, verified } }];
      }
      case 'UpdatePreferences': {
        const { defaultResolution = state.defaultResolution, defaultFormat = state.defaultFormat } = command;
        const isSame = defaultResolution === state.defaultResolution && defaultFormat === state.defaultFormat;
        return [
          ...(isSame
            ? []
            : [{ type: 'PreferencesUpdated', data: { memberId, defaultResolution, defaultFormat } } as const]),
          ...optIn(state, memberId, command.marketingOptIn ?? state.marketingOptIn, 'preferences'),
        ];
      }
      case 'ChangePublicProfile': {
        const { name, shown, sharesSettings } = command;
        if (shown && name === '') throw new Refused(memberProblems.publicNameNeeded);
        const { publicProfile: before } = state;
        const isSame = before?.name === name && before.shown === shown && before.sharesSettings === sharesSettings;
        if (isSame) return [];
        return [{ type: 'PublicProfileChanged', data: { memberId, publicName: name, shown, sharesSettings } }];
      }
      case 'ChooseAvatar': {
        const { generationId, variantId } = command;
        return state.avatar?.variantId === variantId
          ? []
          : [{ type: 'AvatarChosen', data: { memberId, generationId, variantId } }];
      }
      case 'RemoveAvatar':
        return state.avatar ? [{ type: 'AvatarRemoved', data: { memberId } }] : [];
      case 'ChangeMarketingOptIn':
        return optIn(state, memberId, command.optedIn, command.source);
      case 'SendDigest': {
        const month = digestMonthAt(command.at);
        const isDue = isDigestTime(command.at) && (state.digestMonth ?? '') < month;
        return isDue && state.emailVerified && isSubscribed(state)
          ? [{ type: 'DigestSent', data: { memberId, month } }]
          : [];
      }
      case 'ChangePassword':
        return [{ type: 'PasswordChanged', data: { memberId, by: command.by } }];
      case 'SavePreset': {
        const { presetId, name, settings } = command;
        const kept = state.presets.get(presetId);
        if (kept?.name === name && kept.settings === settings) return [];
        if (!kept && state.presets.size >= PRESETS_MAX) throw new Refused(presetProblems.tooMany);
        return [{ type: 'PresetSaved', data: { memberId, presetId, name, settings } }];
      }
      case 'DeletePreset': {
        const { presetId } = command;
        if (!state.presets.has(presetId)) throw new Refused(presetProblems.unknown);
        return [{ type: 'PresetDeleted', data: { memberId, presetId } }];
      }
      case 'RequestDataExport': {
        const { exportId, at } = command;
        const { lastExport: last } = state;
        if (last?.exportId === exportId) return [];
        if (last && at.getTime() < Date.parse(last.requestedAt) + EXPORT_EVERY_HOURS * HOUR_MS) {
          throw new Refused(dataExportProblems.tooSoon);
        }
        return [{ type: 'DataExportRequested', data: { memberId, exportId, requestedAt: at.toISOString() } }];
      }
      case 'RequestErasure': {
        const { at, givesUp } = command;
        if (state.erasure?.givesUp === givesUp) return [];
        const since = state.erasure ?? { requestedAt: at.toISOString(), erasesAt: erasesAt(at).toISOString() };
        return [{ type: 'ErasureRequested', data: { memberId, ...since, givesUp } }];
      }
      case 'WithdrawErasure':
        return state.erasure ? [{ type: 'ErasureWithdrawn', data: { memberId } }] : [];
      case 'EraseMember': {
        const { at } = command;
        if (!state.erasure || at < new Date(state.erasure.erasesAt)) return [];
        return [{ type: 'MemberErased', data: { memberId, erasedAt: at.toISOString() } }];
      }
      case 'AcceptReferral': {
        const { inviterId, tenths } = command;
        if (inviterId === memberId || state.acceptedReferral || !state.emailVerified) return [];
        return [{ type: 'ReferralAccepted', data: { memberId, inviterId, tenths } }];
      }
      case 'RewardReferral': {
        const { invitedId, tenths, month } = command;
        if (invitedId === memberId || state.referrals.has(invitedId)) return [];
        const counted = Array.from(state.referrals.values()).filter((one) => one.month === month).length;
        if (counted >= REFERRALS_A_MONTH) return [];
        return [{ type: 'ReferralRewarded', data: { memberId, invitedId, tenths, month } }];
      }
    }
  },

  evolve(state, fact) {
    switch (fact.type) {
      case 'MemberRegistered': {
        const { marketingOptIn, referralCode } = fact.data;
        return { ...state, registered: true, ...profileOf(fact.data), marketingOptIn, referralCode };
      }
      case 'EmailVerified':
        return { ...state, emailVerified: true };
      case 'ProfileUpdated':
        return {
          ...state,
          ...profileOf(fact.data),
          emailVerified: state.emailVerified && isSameEmail(fact.data.email, state.email),
        };
      case 'EmailChanged': {
        const { changeId, email, previousEmail, undoableUntil: until } = fact.data;
        const leftEmails =
          until === null
            ? before(state.leftEmails, (left) => isSameEmail(left.email, email))
            : [...state.leftEmails, { changeId, email: previousEmail, verified: state.emailVerified, until }];
        return { ...state, email, emailVerified: false, leftEmails };
      }
      case 'EmailChangeUndone': {
        const { changeId, email, verified: emailVerified } = fact.data;
        const leftEmails = before(state.leftEmails, (left) => left.changeId === changeId);
        return { ...state, email, emailVerified, leftEmails };
      }
      case 'PreferencesUpdated': {
        const { defaultResolution, defaultFormat } = fact.data;
        return { ...state, defaultResolution, defaultFormat };
      }
      case 'MarketingOptInChanged':
        return { ...state, marketingOptIn: fact.data.optedIn };
      case 'DigestSent':
        return { ...state, digestMonth: fact.data.month };
      case 'PublicProfileChanged': {
        const { publicName: name, shown, sharesSettings } = fact.data;
        return { ...state, publicProfile: { name, shown, sharesSettings } };
      }
      case 'AvatarChosen': {
        const { generationId, variantId } = fact.data;
        return { ...state, avatar: { generationId, variantId } };
      }
      case 'AvatarRemoved':
        return { ...state, avatar: undefined };
      case 'PasswordChanged':
        return state;
      case 'PresetSaved': {
        const { presetId, name, settings } = fact.data;
        state.presets.set(presetId, { name, settings });
        return state;
      }
      case 'PresetDeleted':
        state.presets.delete(fact.data.presetId);
        return state;
      case 'DataExportRequested': {
        const { exportId, requestedAt } = fact.data;
        return { ...state, lastExport: { exportId, requestedAt } };
      }
      case 'ErasureRequested': {
        const { requestedAt, erasesAt, givesUp } = fact.data;
        return { ...state, erasure: { requestedAt, erasesAt, givesUp } };
      }
      case 'ErasureWithdrawn':
        return { ...state, erasure: undefined };
      case 'MemberErased':
        return { ...member.initial(), ...nobody, registered: true, erased: true, referrals: state.referrals };
      case 'ReferralAccepted': {
        const { inviterId, tenths } = fact.data;
        return { ...state, acceptedReferral: { inviterId, tenths } };
      }
      case 'ReferralRewarded': {
        const { invitedId, tenths, month } = fact.data;
        state.referrals.set(invitedId, { tenths, month });
        return state;
      }
    }
  },

  /** Sent or not, as the address is not verified or the month well on its way: there is another in the next month. */
  again: (command, state) =>
    command.type === 'SendDigest' && isSubscribed(state) ? nextDigestAt(command.at) : undefined,
};

/** Of who was erased nothing is left to write to. */
const isSubscribed = ({ marketingOptIn, email }: Member): boolean => marketingOptIn && email !== ERASED;

/** As a member reads whose key is gone. */
const nobody: Profile = { email: ERASED, username: ERASED, firstName: ERASED, lastName: ERASED };

const profileOf = ({ email, username, firstName, lastName }: Profile): Profile => ({
  email,
  username,
  firstName,
  lastName,
});

function emailChanged(
  { email: previousEmail, leftEmails }: Member,
  { memberId, changeId, email, at }: { memberId: string; changeId: string; email: string; at: Date },
): MemberFact {
  // Somebody who goes back to where the address was does what its link would do: a thief who led it away keeps no
  // claim.
  const goesBack = leftEmails.some((left) => isSameEmail(left.email, email) && at < new Date(left.until));
  const undoableUntil = goesBack ? null : new Date(at.getTime() + UNDO_EMAIL_DAYS * DAY_MS).toISOString();
  return { type: 'EmailChanged', data: { memberId, changeId, email, previousEmail, undoableUntil } };
}

/** Those before the first that is meant; all where none is. */
function before<T>(list: readonly T[], isMeant: (one: T) => boolean): readonly T[] {
  const index = list.findIndex(isMeant);
  return index < 0 ? list : list.slice(0, index);
}

const isSameEmail = (a: string, b: string): boolean => canonicalEmail(a) === canonicalEmail(b);

const isSameProfile = (a: Profile, b: Profile): boolean =>
  a.email === b.email && a.username === b.username && a.firstName === b.firstName && a.lastName === b.lastName;

const optIn = (
  state: Member,
  memberId: string,
  optedIn: boolean,
  source: 'preferences' | 'link',
): readonly MemberFact[] =>
  optedIn === state.marketingOptIn ? [] : [{ type: 'MarketingOptInChanged', data: { memberId, optedIn, source } }];
