import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countsText, ReferralBanner } from './referral-banner.tsx';

test('what came of the link is counted', () => {
  expect(countsText({ code: 'A', totalReferrals: 0, referralCredits: 0 })).toBe(
    'No friend has made a first picture yet',
  );
  expect(countsText({ code: 'A', totalReferrals: 1, referralCredits: 25 })).toBe(
    '1 friend made their first picture · 25 credits earned',
  );
  expect(countsText({ code: 'A', totalReferrals: 3, referralCredits: 75 })).toBe(
    '3 friends made their first picture · 75 credits earned',
  );
});

test('as long as the member is not known nothing can be copied, and the figure is the ruled one', () => {
  const html = renderToStaticMarkup(<ReferralBanner referral={undefined} />);
  expect(html).toContain('Invite a friend: 25 permanent credits for each of you');
  expect(html).toMatch(/you with your friend’s first picture.*up to 20 friends a month/);
  expect(html).toMatch(/<button[^>]* disabled=""/);
});
