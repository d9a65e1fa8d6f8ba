import { randomUUID } from 'node:crypto';
import type { ShareFact, Shown } from '@easel/contracts/shares/events';
import { shareProblems } from '@easel/contracts/shares/http';
import { ENDED_SHARES_LISTED, SHARE_DAYS_MAX, shareEndsAt, SHARES_MAX } from '@easel/contracts/shares/policy';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { shares, type SharesCommand } from './shares.decider.ts';

const memberId = randomUUID();
const [one, another] = [randomUUID(), randomUUID()];
const at = new Date('2026-11-20T10:00:00Z');
const tomorrow = shareEndsAt(at, 1);
const foxes: Shown = { kind: 'collection', collectionId: randomUUID() };
const fox: Shown = { kind: 'picture', generationId: randomUUID() };
const tokenDigest = 'ab'.repeat(32);

const make = (shareId: string, expiresAt = tomorrow, when = at): SharesCommand => ({
  type: 'MakeShareLink',
  memberId,
  shareId,
  shown: foxes,
  tokenDigest,
  expiresAt,
  at: when,
});
const made = (
  shareId: string,
  { shown = foxes, expiresAt = tomorrow, madeAt = at }: { shown?: Shown; expiresAt?: Date; madeAt?: Date } = {},
): ShareFact => ({
  type: 'ShareLinkMade',
  data: {
    memberId,
    shareId,
    shown,
    tokenDigest,
    madeAt: madeAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  },
});
const revoke = (shareId: string, when = at): SharesCommand => ({
  type: 'RevokeShareLink',
  memberId,
  shareId,
  at: when,
});
const revoked = (shareId: string, reason: 'choice' | 'gone' = 'choice'): ShareFact => ({
  type: 'ShareLinkRevoked',
  data: { memberId, shareId, reason, revokedAt: at.toISOString() },
});

test('a link is made once, and another to the same as well', () => {
  given(shares).when(make(one)).then(made(one));
  given(shares, made(one)).when(make(one)).thenNothing();
  given(shares, made(one)).when(make(another)).then(made(another));
});

test('a repeat is none when the link has expired since, or was revoked', () => {
  given(shares, made(one))
    .when(make(one, tomorrow, shareEndsAt(at, 2)))
    .thenNothing();
  given(shares, made(one), revoked(one)).when(make(one)).thenNothing();
});

test('it ends in the future, and not too far in it', () => {
  given(shares).when(make(one, at)).thenRefuses(shareProblems.past);
  const last = shareEndsAt(at, SHARE_DAYS_MAX);
  given(shares)
    .when(make(one, last))
    .then(made(one, { expiresAt: last }));
  given(shares)
    .when(make(one, new Date(last.getTime() + 1)))
    .thenRefuses(shareProblems.tooLong);
});

test('so many work at the same time; those that have ended do not count', () => {
  const all = Array.from({ length: SHARES_MAX }, () => made(randomUUID()));
  given(shares, ...all)
    .when(make(one))
    .thenRefuses(shareProblems.tooMany);
  given(shares, ...all, revoked(all[0]?.data.shareId ?? ''))
    .when(make(one))
    .then(made(one));
  const later = shareEndsAt(at, 2);
  given(shares, ...all)
    .when(make(one, shareEndsAt(at, 3), later))
    .then(made(one, { expiresAt: shareEndsAt(at, 3), madeAt: later }));
});

test('it is revoked once, and stays expired where it was', () => {
  given(shares, made(one)).when(revoke(one)).then(revoked(one));
  given(shares, made(one), revoked(one)).when(revoke(one)).thenNothing();
  given(shares, made(one)).when(revoke(one, tomorrow)).thenNothing();
  given(shares, made(one)).when(revoke(another)).thenRefuses(shareProblems.unknown);
});

test('where what they show is gone, all links to it end, and no other', () => {
  const facts = [made(one), made(another), made(randomUUID(), { shown: fox })];
  const gone: SharesCommand = { type: 'RevokeLinksTo', memberId, shown: foxes, at };
  given(shares, ...facts)
    .when(gone)
    .then(revoked(one, 'gone'), revoked(another, 'gone'));
  given(shares, ...facts, revoked(one))
    .when(gone)
    .then(revoked(another, 'gone'));
  given(shares, ...facts)
    .when({ ...gone, at: tomorrow })
    .thenNothing();
});

test('of those that have ended the last made are remembered', () => {
  const ended = Array.from({ length: ENDED_SHARES_LISTED + 3 }, () => made(randomUUID()));
  const last = made(one, { madeAt: shareEndsAt(at, 2), expiresAt: shareEndsAt(at, 3) });
  const { links } = given(shares, ...ended, last).state();
  expect(Object.keys(links)).toEqual([...ended.slice(3), last].map(({ data }) => data.shareId));
});
