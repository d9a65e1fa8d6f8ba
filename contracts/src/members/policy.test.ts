import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  digestMonthAt,
  inviterOf,
  isDigestTime,
  isReservedName,
  mailboxOf,
  nextDigestAt,
  proposedName,
  referralCodeOf,
  shareChannels,
  shareText,
} from './policy.ts';

describe('a referral code', () => {
  test('leads back to its member, in whatever case it is written', () => {
    fc.assert(
      fc.property(fc.uuid(), (memberId) => {
        const code = referralCodeOf(memberId);
        expect(code).toMatch(/^[0-9a-z]{1,25}$/);
        expect(inviterOf(code)).toBe(memberId);
        expect(inviterOf(` ${code.toUpperCase()} `)).toBe(memberId);
      }),
    );
  });

  test('is nobody else’s', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        expect(referralCodeOf(one) === referralCodeOf(other)).toBe(one === other);
      }),
    );
  });

  test.each(['', ' ', 'ä', 'a-b', '../etc', 'z'.repeat(25), '0abc', '7b0f3a4e-58b7', '𝟚'])('%j is nonsense', (code) => {
    expect(inviterOf(code)).toBeUndefined();
  });

  test('whatever is sent as one leads to an id or nowhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (code) => {
        expect(inviterOf(code) ?? '00000000-0000-0000-0000-000000000000').toMatch(
          /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });
});

describe('what is shared', () => {
  const link = 'https://easel.example/register?ref=abc';

  test.each(['Twitter/X', 'WhatsApp', 'Telegram', 'Email'] as const)('by %s names the ruled reward', (channel) => {
    const { text } = shareText(channel, link);
    expect(text).toContain('both get 25 credits');
    expect(text).toContain('verify your email address');
  });

  test.each(['Facebook', 'LinkedIn'] as const)('by %s is the link alone', (channel) => {
    expect(shareText(channel, link).text).toBe('');
  });

  test('has the link in it where the channel has no place for one', () => {
    expect(shareChannels.filter((channel) => shareText(channel, link).text.includes(link))).toEqual([
      'WhatsApp',
      'Email',
      'Copy Link',
    ]);
    expect(shareText('Email', link).subject).toBe('Join me on Easel');
  });
});

describe('a mailbox', () => {
  test.each([
    [' Ada@Example.ORG ', 'ada@example.org'],
    ['ada+1@example.org', 'ada@example.org'],
    ['ada+1+2@example.org', 'ada@example.org'],
    ['a.d.a@example.org', 'a.d.a@example.org'],
    ['A.D.a+x.y@GMail.com', 'ada@gmail.com'],
    ['a.da@googlemail.com', 'ada@gmail.com'],
    ['+ada@example.org', '+ada@example.org'],
    ['ada@sub.gmail.com', 'ada@sub.gmail.com'],
  ])('%j is %j', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
});

describe('the monthly mail', () => {
  test('leaves on the first day of the next month, about the one before', () => {
    for (const [at, next, about] of [
      ['2026-11-01T00:00:00.000Z', '2026-12-01T09:00:00.000Z', '2026-11'],
      ['2026-12-31T23:59:59.999Z', '2027-01-01T09:00:00.000Z', '2026-12'],
      ['2028-01-31T12:00:00.000Z', '2028-02-01T09:00:00.000Z', '2028-01'],
    ] as const) {
      const due = nextDigestAt(new Date(at));
      expect(due.toISOString()).toBe(next);
      expect(digestMonthAt(due)).toBe(about);
      expect(isDigestTime(due)).toBe(true);
    }
  });

  test('is made up for within a week', () => {
    expect(isDigestTime(new Date('2026-12-01T08:59:59.999Z'))).toBe(false);
    expect(isDigestTime(new Date('2026-12-07T23:59:59.999Z'))).toBe(true);
    expect(isDigestTime(new Date('2026-12-08T00:00:00.000Z'))).toBe(false);
  });
});

describe('a public name', () => {
  test.each([
    ['Ada_Byron', 'ada-byron'],
    ['ädä', 'ada'],
    ['İpek', 'ipek'],
    ['Groß', 'gross'],
    ['mira.lang', 'mira-lang'],
    ['Админ', ''],
    ['admin', ''],
    ['x'.repeat(40), 'x'.repeat(30)],
  ])('that a member called %j is proposed is %j', (username, name) => expect(proposedName(username)).toBe(name));

  test.each(['admin', 'ad-min', '-easel-', 'support', 'easel-team', '--easel-support'])('%j is the house’s', (name) =>
    expect(isReservedName(name)).toBe(true),
  );

  test.each(['easels', 'easelpainter', 'my-easel-art'])('%j is anybody’s', (name) =>
    expect(isReservedName(name)).toBe(false),
  );

  test('that a member called easel_team is proposed is none, as it is reserved', () => {
    expect(proposedName('easel_team')).toBe('');
  });
});
