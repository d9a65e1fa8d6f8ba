import { describe, expect, it } from 'vitest';
import { referralLink, shareTargets } from './referral.ts';

const link = referralLink('https://easel.example', 'A&B 1');

describe('a referral', () => {
  it('leads to the sign-up page, whose `ref` is the code', () => {
    const address = new URL(link);
    expect(address.pathname).toBe('/register');
    expect(address.searchParams.get('ref')).toBe('A&B 1');
  });

  it('can be shared six ways, each of which carries the whole link', () => {
    const targets = shareTargets(link);
    expect(targets.map(({ name }) => name)).toEqual([
      'Facebook',
      'Twitter/X',
      'LinkedIn',
      'WhatsApp',
      'Telegram',
      'Email',
    ]);
    for (const { address } of targets) {
      const values = [...new URL(address).searchParams.values()];
      expect(values.some((value) => value.includes(link))).toBe(true);
    }
  });

  it('keeps the spaces of a mail', () => {
    expect(shareTargets(link).at(-1)?.address).not.toContain('+');
  });
});
