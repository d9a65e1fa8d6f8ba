import { expect, test } from 'vitest';
import { letterBodies } from '../mail/letter-bodies.ts';
import type { Letter } from '../mail/mails.ts';
import { disqualifiedLetter, enteredLetter, newsLetter, resultsLetter } from './challenge-letter.ts';

const challenge = { kind: 'tshirt', month: '2026-12', theme: 'Tides', description: 'The sea in one colour.' } as const;
const to = 'ada@example.org';
const recipient = { to, unsubscribe: { page: '/unsubscribe?token=abc', oneClick: '/api/x?token=abc' } };
const brings =
  'Each entry brings you 10% of what products with it sell for. The three that sell most win 25%, 20% and 15% of ' +
  'what all entries bring together, and 500, 300 and 200 credits. A place needs at least 2 buyers.';

test('announces a challenge with its theme, last day and prizes', () => {
  const letter = newsLetter(recipient, challenge, 'opened');
  expect(letter.subject).toBe('The T-Shirt Design Challenge of December 2026 is open');
  expect(letterBodies(letter, 'https://easel.example').text).toBe(
    [
      'Hello,',
      'the T-Shirt Design Challenge of December 2026 is open. Its theme: Tides',
      'The sea in one colour.',
      'You can enter up to 3 pictures that you made here in 4K, until the end of 2026-12-31 (UTC).',
      brings,
      'Open the challenge:\nhttps://easel.example/tshirt-competition',
      'We send you this because you asked for news and offers by email.',
      'Unsubscribe:\nhttps://easel.example/unsubscribe?token=abc',
      '-- \nEasel · https://easel.example\n',
    ].join('\n\n'),
  );
});

test('reminds of the last day, with a link to unsubscribe', () => {
  const letter = newsLetter(recipient, { ...challenge, kind: 'poster' }, 'closing');
  expect(letter).toMatchObject({
    subject: 'Poster Design Challenge: 3 days left to enter',
    action: { path: '/poster-competition' },
    unsubscribe: recipient.unsubscribe,
  });
  expect(letter.paragraphs[1]).toBe(
    'the Poster Design Challenge of December 2026 closes at the end of 2026-12-31 (UTC). Its theme: Tides',
  );
});

const textOf = (letter: Letter): string => letterBodies(letter, 'https://easel.example').text;
const why = 'We send you this mail because of your entry. It is not advertising.';
const farewell = '-- \nEasel · https://easel.example\n';
const theChallenge = 'Open the challenge:\nhttps://easel.example/tshirt-competition';

test('says what entering means, until when it can be withdrawn and when winners are announced', () => {
  const letter = enteredLetter(to, challenge, 'A lighthouse\n at dusk');
  expect(letter.subject).toBe('Your picture is entered in the T-Shirt Design Challenge');
  expect(textOf(letter)).toBe(
    [
      'Hello,',
      'your picture “A lighthouse at dusk” takes part in the T-Shirt Design Challenge of December 2026. Its theme: Tides',
      'Everyone can see the picture now and order products with it. The image itself is not sold while the challenge is open.',
      `${brings} Your own orders do not count.`,
      'You can withdraw it on the page of the challenge until the end of 2026-12-31 (UTC). If it was private before, it is private again then. Making it private or deleting it withdraws it as well.',
      'Winners are announced on 2027-01-15 (UTC) at the earliest, because refunds still change the standing until then.',
      theChallenge,
      why,
      farewell,
    ].join('\n\n'),
  );
});

test('says which entry was disqualified, and why', () => {
  const letter = disqualifiedLetter(to, challenge, { prompt: 'A lighthouse', reason: 'It shows a protected brand.' });
  expect(letter.subject).toBe('Your entry was disqualified from the T-Shirt Design Challenge');
  expect(textOf(letter)).toBe(
    [
      'Hello,',
      'your entry “A lighthouse” was disqualified from the T-Shirt Design Challenge of December 2026. It brings you neither a share nor a place.',
      'The reason: It shows a protected brand.',
      'If the picture was private before you entered it, it is private again. If you think that this is a mistake, please write to us.',
      'Contact us:\nhttps://easel.example/contact',
      theChallenge,
      why,
      farewell,
    ].join('\n\n'),
  );
});

test('quotes the beginning of a long prompt, and none of a picture that is gone', () => {
  const long = enteredLetter(to, challenge, '🌊'.repeat(81)).paragraphs[1];
  expect(long).toContain(`your picture “${'🌊'.repeat(80)}…” takes part`);
  const gone = disqualifiedLetter(to, challenge, { prompt: '', reason: 'A brand' }).paragraphs[1];
  expect(gone).toMatch(/^your entry was disqualified/);
});

test('names the amounts that a winner won, and when they can be paid out', () => {
  const results = [
    { place: 2, shareCents: 600, prizeCents: 1800, prizeTenths: 3000 },
    { place: null, shareCents: 150, prizeCents: 0, prizeTenths: 0 },
  ];
  const letter = resultsLetter(to, challenge, results, '2027-01-29');
  expect(letter.subject).toBe('You won 2nd place in the T-Shirt Design Challenge');
  expect(textOf(letter)).toBe(
    [
      'Hello,',
      'congratulations: the winners of the T-Shirt Design Challenge of December 2026 are announced, and you are one of them.',
      '2nd place: $18.00 and 300 credits.',
      'Your share of what products with your entries sold for is $7.50.',
      '$25.50 is in your wallet. You can spend it at once, and have it paid out from 2027-01-29 (UTC).',
      'See your earnings:\nhttps://easel.example/profit-sharing',
      theChallenge,
      why,
      farewell,
    ].join('\n\n'),
  );
});

test('names the best of several places in the subject, and each in the text', () => {
  const results = [
    { place: 3, shareCents: 0, prizeCents: 900, prizeTenths: 2000 },
    { place: 1, shareCents: 0, prizeCents: 1500, prizeTenths: 5000 },
  ];
  const { subject, paragraphs } = resultsLetter(to, challenge, results, '2027-01-29');
  expect(subject).toBe('You won 1st place in the T-Shirt Design Challenge');
  expect(paragraphs).toContain('3rd place: $9.00 and 200 credits.');
  expect(paragraphs).toContain('1st place: $15.00 and 500 credits.');
});

test('names the share of entries without a place', () => {
  const results = [{ place: null, shareCents: 190, prizeCents: 0, prizeTenths: 0 }];
  const { subject, paragraphs } = resultsLetter(to, challenge, results, '2027-01-29');
  expect(subject).toBe('Your share of the T-Shirt Design Challenge');
  expect(paragraphs[1]).toContain('No entry of yours won a place.');
  expect(paragraphs[2]).toBe('Your share of what products with your entry sold for is $1.90.');
});
