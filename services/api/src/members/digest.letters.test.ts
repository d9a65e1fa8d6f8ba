import { expect, test } from 'vitest';
import { letterBodies } from '../mail/letter-bodies.ts';
import { digestLetter } from './digest.letters.ts';

const recipient = {
  to: 'ada@example.org',
  unsubscribe: { page: '/unsubscribe?token=abc', oneClick: '/api/auth/marketing/unsubscribe?token=abc' },
};
const nothing = { images: 0, earnedTenths: 0, earnedCents: 0 };
const letter = (gallery: { shown: number; newest: string[] }, own = nothing) =>
  digestLetter(recipient, { month: '2026-10', gallery, own });

test('a month says what was new in it, what one made and what that brought', () => {
  const { subject, ...rest } = letter(
    { shown: 42, newest: ['a', 'b'] },
    { images: 12, earnedTenths: 35, earnedCents: 1234 },
  );
  expect(subject).toBe('October 2026 on Easel');
  expect(letterBodies({ subject, ...rest }, 'https://easel.example').text).toBe(
    [
      'Hello,',
      'in October 2026 42 new images were shown in the public gallery.',
      'You made 12 images yourself that month.',
      'Sales of your images brought you 3.5 credits and $12.34.',
      'See the public gallery:\nhttps://easel.example/public-gallery',
      'New image 1:\nhttps://easel.example/image/a',
      'New image 2:\nhttps://easel.example/image/b',
      'We send you this once a month because you asked for news and offers by email.',
      'Unsubscribe:\nhttps://easel.example/unsubscribe?token=abc',
      '-- \nEasel · https://easel.example\n',
    ].join('\n\n'),
  );
});

test('an empty month is told as it was', () => {
  expect(letter({ shown: 0, newest: [] }).paragraphs).toEqual([
    'Hello,',
    'in October 2026 no new images were shown in the public gallery.',
    'You made no image yourself that month.',
  ]);
  expect(letter({ shown: 1, newest: ['a'] }, { ...nothing, images: 1 }).paragraphs.slice(1)).toEqual([
    'in October 2026 one new image was shown in the public gallery.',
    'You made one image yourself that month.',
  ]);
});
