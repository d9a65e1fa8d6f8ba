import { REFERRALS_A_MONTH } from '@easel/contracts/account/policy';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberProblems, presetProblems } from '@easel/contracts/members/problems';
import { PRESETS_MAX } from '@easel/contracts/members/policy';
import { erasesAt } from '@easel/contracts/erasure/policy';
import { ERASED } from '@easel/contracts/kernel/event';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { member } from './member.decider.ts';

const memberId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const profile = { memberId, email: 'ada@example.org', username: 'ada', firstName: 'Ada', lastName: 'Byron' };
const data = { ...profile, marketingOptIn: true, referralCode: null };
const registered: MemberFact = { type: 'MemberRegistered', data };
const verified: MemberFact = { type: 'EmailVerified', data: { memberId } };
const moved: MemberFact = { type: 'ProfileUpdated', data: { ...profile, email: 'ada@example.net' } };
const preset = (presetId: string, name = 'Posters', settings = '{}'): MemberFact => ({
  type: 'PresetSaved',
  data: { memberId, presetId, name, settings },
});

describe('a registration', () => {
  test('is recorded', () => {
    given(member)
      .when({ type: 'RegisterMember', ...data })
      .then(registered);
  });

  test('repeated adds nothing', () => {
    given(member, registered)
      .when({ type: 'RegisterMember', ...data })
      .thenNothing();
  });

  test('is where everything begins', () => {
    given(member).when({ type: 'VerifyEmail', memberId, email: data.email }).thenNothing();
    given(member).when({ type: 'ChangePassword', memberId, by: 'reset' }).thenNothing();
  });

  test('tells who the member is', () => {
    expect(given(member, registered).state()).toMatchObject({
      registered: true,
      firstName: 'Ada',
      username: 'ada',
      emailVerified: false,
      defaultResolution: '4K',
      defaultFormat: 'PNG',
      marketingOptIn: true,
    });
  });
});

describe('an address', () => {
  test('is verified once', () => {
    const verify = { type: 'VerifyEmail', memberId, email: 'ADA@example.org' } as const;
    given(member, registered).when(verify).then(verified);
    given(member, registered, verified).when(verify).thenNothing();
  });

  test('is not verified by a link that was sent to another', () => {
    given(member, registered, moved).when({ type: 'VerifyEmail', memberId, email: 'ada@example.org' }).thenNothing();
  });

  test('that is another one is unverified, and can be verified in its turn', () => {
    expect(given(member, registered, verified, moved).state()).toMatchObject({ emailVerified: false });
    given(member, registered, verified, moved)
      .when({ type: 'VerifyEmail', memberId, email: 'ada@example.net' })
      .then(verified);
  });

  test('written in other letters is the same', () => {
    const louder: MemberFact = { type: 'ProfileUpdated', data: { ...profile, email: 'Ada@Example.org' } };
    expect(given(member, registered, verified, louder).state()).toMatchObject({ emailVerified: true });
  });
});

describe('an address that is changed', () => {
  const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const at = new Date('2026-11-20T10:00:00.000Z');
  const until = '2026-11-27T10:00:00.000Z';
  const lastInstant = new Date('2026-11-27T09:59:59.999Z');
  const update = (email: string, changeId = first, when = at, over: object = {}) =>
    ({ type: 'UpdateProfile', ...profile, email, changeId, at: when, ...over }) as const;
  const changed = (
    previousEmail: string,
    email: string,
    changeId: string,
    undoableUntil: string | null = until,
  ): MemberFact => ({ type: 'EmailChanged', data: { memberId, changeId, email, previousEmail, undoableUntil } });
  const undo = (changeId: string, when = at) => ({ type: 'UndoEmailChange', memberId, changeId, at: when }) as const;
  const undone = (changeId: string, email: string, wasVerified: boolean): MemberFact => ({
    type: 'EmailChangeUndone',
    data: { memberId, changeId, email, verified: wasVerified },
  });
  const [a, b, c] = ['ada@example.org', 'eve@example.net', 'eve@example.com'];

  test('can be put back for seven days, as verified as it was', () => {
    given(member, registered, verified)
      .when(update(b))
      .then(changed(a, b, first));
    const history = [registered, verified, changed(a, b, first)] as const;
    expect(given(member, ...history).state()).toMatchObject({ email: b, emailVerified: false });
    given(member, ...history)
      .when(undo(first, lastInstant))
      .then(undone(first, a, true));
    given(member, registered, changed(a, b, first))
      .when(undo(first))
      .then(undone(first, a, false));
    given(member, ...history)
      .when(undo(first, new Date(until)))
      .thenRefuses(memberProblems.undoLinkDead);
    given(member, ...history)
      .when(undo(second))
      .thenRefuses(memberProblems.undoLinkDead);
    expect(given(member, ...history, undone(first, a, true)).state()).toMatchObject({
      email: a,
      emailVerified: true,
      leftEmails: [],
    });
  });

  test('is told apart from the rest of the profile', () => {
    given(member, registered)
      .when(update(b, first, at, { firstName: 'Augusta' }))
      .then(changed(a, b, first), { type: 'ProfileUpdated', data: { ...profile, email: b, firstName: 'Augusta' } });
    given(member, registered)
      .when(update('Ada@Example.org'))
      .then({ type: 'ProfileUpdated', data: { ...profile, email: 'Ada@Example.org' } });
  });

  test('again is undone with the change before it, and by itself; once each', () => {
    const history = [registered, changed(a, b, first), changed(b, c, second)] as const;
    given(member, ...history)
      .when(undo(second))
      .then(undone(second, b, false));
    given(member, ...history, undone(second, b, false))
      .when(undo(first))
      .then(undone(first, a, false));
    given(member, ...history, undone(second, b, false))
      .when(undo(second))
      .thenRefuses(memberProblems.undoLinkDead);
    for (const changeId of [first, second]) {
      given(member, ...history, undone(first, a, false))
        .when(undo(changeId))
        .thenRefuses(memberProblems.undoLinkDead);
    }
  });

  test('back to one that could have been put back leaves no claim to what came between', () => {
    const stolen = [registered, changed(a, b, first)] as const;
    const returned = changed(b, a, second, null);
    given(member, ...stolen)
      .when(update(a, second, lastInstant))
      .then(returned);
    for (const changeId of [first, second]) {
      given(member, ...stolen, returned)
        .when(undo(changeId))
        .thenRefuses(memberProblems.undoLinkDead);
    }
    // Once the time is over, whoever holds the old address has no more right to it than to any other.
    given(member, ...stolen)
      .when(update(a, second, new Date(until)))
      .then(changed(b, a, second, '2026-12-04T10:00:00.000Z'));
  });

  test('and a password that is changed meanwhile leaves the way back open', () => {
    const passwordChanged: MemberFact = { type: 'PasswordChanged', data: { memberId, by: 'reset' } };
    given(member, registered, changed(a, b, first), passwordChanged)
      .when(undo(first))
      .then(undone(first, a, false));
  });
});

describe('a profile', () => {
  const change = { changeId: memberId, at: new Date('2026-11-20T10:00:00.000Z') };

  test('is recorded whole', () => {
    given(member, registered)
      .when({ type: 'UpdateProfile', ...profile, ...change, firstName: 'Augusta' })
      .then({ type: 'ProfileUpdated', data: { ...profile, firstName: 'Augusta' } });
  });

  test('that changes nothing adds nothing', () => {
    given(member, registered)
      .when({ type: 'UpdateProfile', ...profile, ...change })
      .thenNothing();
  });

  test('leaves a verified address verified where it stays', () => {
    const renamed: MemberFact = { type: 'ProfileUpdated', data: { ...profile, lastName: 'Lovelace' } };
    expect(given(member, registered, verified, renamed).state()).toMatchObject({
      lastName: 'Lovelace',
      emailVerified: true,
    });
  });
});

describe('preferences', () => {
  const formatted: MemberFact = {
    type: 'PreferencesUpdated',
    data: { memberId, defaultResolution: '4K', defaultFormat: 'WebP' },
  };

  test('that are not said stay as they are', () => {
    given(member, registered).when({ type: 'UpdatePreferences', memberId, defaultFormat: 'WebP' }).then(formatted);
    given(member, registered, formatted)
      .when({ type: 'UpdatePreferences', memberId, defaultResolution: '1K' })
      .then({ type: 'PreferencesUpdated', data: { memberId, defaultResolution: '1K', defaultFormat: 'WebP' } });
  });

  test('that change nothing add nothing', () => {
    given(member, registered, formatted)
      .when({ type: 'UpdatePreferences', memberId, defaultFormat: 'WebP', marketingOptIn: true })
      .thenNothing();
    given(member, registered).when({ type: 'UpdatePreferences', memberId }).thenNothing();
  });

  test('and consent are facts apart', () => {
    given(member, registered)
      .when({ type: 'UpdatePreferences', memberId, defaultFormat: 'WebP', marketingOptIn: false })
      .then(formatted, { type: 'MarketingOptInChanged', data: { memberId, optedIn: false, source: 'preferences' } });
  });
});

test('consent is changed by a link too, once', () => {
  const refused: MemberFact = { type: 'MarketingOptInChanged', data: { memberId, optedIn: false, source: 'link' } };
  const refuse = { type: 'ChangeMarketingOptIn', memberId, optedIn: false, source: 'link' } as const;
  given(member, registered).when(refuse).then(refused);
  given(member, registered, refused).when(refuse).thenNothing();
});

describe('an avatar', () => {
  const image = {
    generationId: '5f0c1f4e-0000-4000-8000-000000000001',
    variantId: '5f0c1f4e-0000-4000-8000-000000000002',
  };
  const chosen: MemberFact = { type: 'AvatarChosen', data: { memberId, ...image } };
  const removed: MemberFact = { type: 'AvatarRemoved', data: { memberId } };
  const choose = { type: 'ChooseAvatar', memberId, ...image } as const;
  const remove = { type: 'RemoveAvatar', memberId } as const;

  test('is chosen, and chosen again where it is another', () => {
    given(member, registered).when(choose).then(chosen);
    given(member, registered, chosen).when(choose).thenNothing();
    const other = { ...choose, variantId: image.generationId };
    given(member, registered, chosen)
      .when(other)
      .then({ type: 'AvatarChosen', data: { memberId, generationId: image.generationId, variantId: other.variantId } });
  });

  test('is removed, once', () => {
    given(member, registered, chosen).when(remove).then(removed);
    given(member, registered, chosen, removed).when(remove).thenNothing();
    given(member, registered, chosen, removed).when(choose).then(chosen);
    given(member, registered).when(remove).thenNothing();
  });
});

test('every change of the password is recorded', () => {
  const changed: MemberFact = { type: 'PasswordChanged', data: { memberId, by: 'change' } };
  given(member, registered, changed).when({ type: 'ChangePassword', memberId, by: 'change' }).then(changed);
});

describe('presets', () => {
  const save = { type: 'SavePreset', memberId, presetId: 'a', name: 'Posters', settings: '{}' } as const;

  test('are saved, and replaced under the same id', () => {
    given(member, registered).when(save).then(preset('a'));
    given(member, registered, preset('a')).when(save).thenNothing();
    given(member, registered, preset('a'))
      .when({ ...save, name: 'Prints' })
      .then(preset('a', 'Prints'));
  });

  test(`are ${PRESETS_MAX} at most`, () => {
    const full = Array.from({ length: PRESETS_MAX }, (_, index) => preset(`p${index}`));
    given(member, registered, ...full)
      .when(save)
      .thenRefuses(presetProblems.tooMany);
    given(member, registered, ...full)
      .when({ ...save, presetId: 'p0', name: 'Prints' })
      .then(preset('p0', 'Prints'));
    given(member, registered, ...full, { type: 'PresetDeleted', data: { memberId, presetId: 'p3' } })
      .when(save)
      .then(preset('a'));
  });

  test('are deleted once', () => {
    const remove = { type: 'DeletePreset', memberId, presetId: 'a' } as const;
    const deleted: MemberFact = { type: 'PresetDeleted', data: { memberId, presetId: 'a' } };
    given(member, registered, preset('a')).when(remove).then(deleted);
    given(member, registered, preset('a'), deleted).when(remove).thenRefuses(presetProblems.unknown);
  });
});

describe('a referral', () => {
  const invitedId = '22222222-2222-4222-8222-222222222222';
  const month = '2026-11';
  const reward = { type: 'RewardReferral', memberId, invitedId, tenths: 250, month } as const;
  const rewarded = (whom = invitedId, when: string | null = month): MemberFact => ({
    type: 'ReferralRewarded',
    data: { memberId, invitedId: whom, tenths: 250, month: when },
  });
  const friend = (index: number): string => `33333333-3333-4333-8333-${String(index).padStart(12, '0')}`;

  test('is rewarded once for everybody who was invited', () => {
    given(member, registered).when(reward).then(rewarded());
    given(member, registered, rewarded()).when(reward).thenNothing();
    given(member, registered, rewarded())
      .when({ ...reward, tenths: 9 })
      .thenNothing();
    given(member, registered, rewarded(invitedId, null)).when(reward).thenNothing();
    given(member, registered, rewarded())
      .when({ ...reward, invitedId: friend(1) })
      .then(rewarded(friend(1)));
  });

  test('is rewarded twenty times a month, and again in the next', () => {
    const friends = Array.from({ length: REFERRALS_A_MONTH }, (_, index) => rewarded(friend(index)));
    // Those of before were not counted by months.
    const older = rewarded(friend(99), null);
    given(member, registered, older, ...friends.slice(1))
      .when(reward)
      .then(rewarded());
    given(member, registered, older, ...friends)
      .when(reward)
      .thenNothing();
    given(member, registered, older, ...friends)
      .when({ ...reward, month: '2026-12' })
      .then(rewarded(invitedId, '2026-12'));
  });

  test('of oneself, or by nobody, is none', () => {
    given(member, registered)
      .when({ ...reward, invitedId: memberId })
      .thenNothing();
    given(member).when(reward).thenNothing();
  });

  test('is remembered with its sum', () => {
    expect(given(member, registered, rewarded()).state().referrals).toEqual(
      new Map([[invitedId, { tenths: 250, month }]]),
    );
  });

  test('is accepted once, by who has verified an address', () => {
    const accept = { type: 'AcceptReferral', memberId, inviterId: invitedId, tenths: 250 } as const;
    const accepted: MemberFact = { type: 'ReferralAccepted', data: { memberId, inviterId: invitedId, tenths: 250 } };
    given(member, registered).when(accept).thenNothing();
    given(member, registered, verified).when(accept).then(accepted);
    given(member, registered, verified, accepted)
      .when({ ...accept, tenths: 9 })
      .thenNothing();
    given(member, registered, verified)
      .when({ ...accept, inviterId: memberId })
      .thenNothing();
    const { acceptedReferral } = given(member, registered, verified, accepted).state();
    expect(acceptedReferral).toEqual({ inviterId: invitedId, tenths: 250 });
  });
});

describe('the monthly mail', () => {
  const sendAt = (at: string) => ({ type: 'SendDigest', memberId, at: new Date(at) }) as const;
  const wanted: MemberFact = {
    type: 'MarketingOptInChanged',
    data: { memberId, optedIn: true, source: 'preferences' },
  };
  const unwanted: MemberFact = { type: 'MarketingOptInChanged', data: { memberId, optedIn: false, source: 'link' } };
  const sent = (month: string): MemberFact => ({ type: 'DigestSent', data: { memberId, month } });
  const november = sendAt('2026-12-01T09:00:00.000Z');

  test('tells of the month before, once, to who asked for it and reads mail at the address', () => {
    given(member, registered, verified, wanted).when(november).then(sent('2026-11'));
    given(member, registered, verified, wanted, sent('2026-10')).when(november).then(sent('2026-11'));
    given(member, registered, verified, wanted).when(sendAt('2027-01-07T23:59:59.999Z')).then(sent('2026-12'));
  });

  test.each([
    ['sent already', [verified, wanted, sent('2026-11')], november],
    ['one of before', [verified, wanted, sent('2026-12')], november],
    ['to an address that nobody has verified', [wanted], november],
    ['unasked', [verified, unwanted], november],
    ['to who left by a link', [verified, wanted, unwanted], november],
    ['early on the day', [verified, wanted], sendAt('2026-12-01T08:59:59.999Z')],
    ['when the month is well on its way', [verified, wanted], sendAt('2026-12-08T00:00:00.000Z')],
  ] as const)('is not sent: %s', (_what, facts, command) => {
    given(member, registered, ...facts)
      .when(command)
      .thenNothing();
  });

  test('is not sent to who is erased or nobody', () => {
    const erased = { ...registered, data: { ...registered.data, email: '[erased]' } } as MemberFact;
    given(member, erased, verified, wanted).when(november).thenNothing();
    given(member).when(november).thenNothing();
  });

  test('is thought of again in the next month, until it is unwanted', () => {
    const after = (...facts: MemberFact[]): Date | undefined =>
      member.again?.(november, [registered, ...facts].reduce(member.evolve, member.initial()));
    const next = new Date('2027-01-01T09:00:00.000Z');
    expect(after(wanted)).toEqual(next);
    expect(after(verified, wanted, sent('2026-11'))).toEqual(next);
    expect(after(verified, unwanted)).toBeUndefined();
  });
});

describe('how a member is seen', () => {
  const hidden = { name: '', shown: false, sharesSettings: false };
  const shown = { name: 'ada', shown: true, sharesSettings: false };
  const changed = ({ name: publicName, ...rest }: typeof shown): MemberFact => ({
    type: 'PublicProfileChanged',
    data: { memberId, publicName, ...rest },
  });
  const change = (to: typeof shown) => ({ type: 'ChangePublicProfile', memberId, ...to }) as const;

  test('is not chosen at first; to stay hidden is a choice', () => {
    expect(given(member, registered).state().publicProfile).toBeUndefined();
    given(member, registered).when(change(hidden)).then(changed(hidden));
    given(member, registered, changed(hidden)).when(change(hidden)).thenNothing();
  });

  test('is under a name, or not at all', () => {
    given(member, registered).when(change(shown)).then(changed(shown));
    given(member, registered)
      .when(change({ ...shown, name: '' }))
      .thenRefuses(memberProblems.publicNameNeeded);
    const kept = { ...shown, shown: false };
    given(member, registered, changed(shown)).when(change(kept)).then(changed(kept));
  });

  test('is what was chosen last', () => {
    const shares = { ...shown, sharesSettings: true };
    given(member, registered, changed(shown)).when(change(shares)).then(changed(shares));
    expect(given(member, registered, changed(shown), changed(shares)).state().publicProfile).toEqual(shares);
    given(member, registered, changed(shown), changed(shares)).when(change(shares)).thenNothing();
  });

  test('nobody has who never registered', () => {
    given(member).when(change(shown)).thenNothing();
  });
});

describe('an erasure', () => {
  const at = new Date('2026-11-20T10:00:00.000Z');
  const later = (days: number): Date => new Date(at.getTime() + days * 86_400_000);
  const request = { type: 'RequestErasure', memberId, givesUp: false, at } as const;
  const asked = (givesUp = false): MemberFact => ({
    type: 'ErasureRequested',
    data: { memberId, requestedAt: at.toISOString(), erasesAt: erasesAt(at).toISOString(), givesUp },
  });
  const withdrawn: MemberFact = { type: 'ErasureWithdrawn', data: { memberId } };
  const erase = (when: Date) => ({ type: 'EraseMember', memberId, at: when }) as const;
  const erased = (when: Date): MemberFact => ({
    type: 'MemberErased',
    data: { memberId, erasedAt: when.toISOString() },
  });

  test('is asked for once; asked again, its day stays', () => {
    given(member, registered).when(request).then(asked());
    given(member, registered, asked())
      .when({ ...request, at: later(3) })
      .thenNothing();
    given(member, registered, asked())
      .when({ ...request, givesUp: true, at: later(3) })
      .then(asked(true));
  });

  test('is due after fourteen days, and not of who has thought better of it', () => {
    given(member, registered, asked())
      .when(erase(later(13.9)))
      .thenNothing();
    given(member, registered, asked())
      .when(erase(later(14)))
      .then(erased(later(14)));
    given(member, registered, asked(), withdrawn)
      .when(erase(later(20)))
      .thenNothing();
    given(member, registered)
      .when(erase(later(20)))
      .thenNothing();
    given(member, registered, asked()).when({ type: 'WithdrawErasure', memberId }).then(withdrawn);
    given(member, registered).when({ type: 'WithdrawErasure', memberId }).thenNothing();
  });

  test('is the end: no word is left, and nothing is decided any more', () => {
    const facts = [registered, verified, preset('a'), asked(), erased(later(14))];
    expect(given(member, ...facts).state()).toMatchObject({
      registered: true,
      erased: true,
      erasure: undefined,
      email: ERASED,
      firstName: ERASED,
      emailVerified: false,
      marketingOptIn: false,
      presets: new Map(),
    });
    for (const command of [
      erase(later(15)),
      { type: 'RegisterMember', ...data } as const,
      { type: 'ChangePassword', memberId, by: 'reset' } as const,
      { ...request, at: later(15) },
      { type: 'WithdrawErasure', memberId } as const,
    ]) {
      given(member, ...facts)
        .when(command)
        .thenNothing();
    }
  });
});
