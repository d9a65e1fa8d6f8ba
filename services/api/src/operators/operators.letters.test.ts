import { expect, test } from 'vitest';
import { letterBodies } from '../mail/letter-bodies.ts';
import type { Operator } from './operators.decider.ts';
import { invitationLetter } from './operators.letters.ts';

const token = 'ab'.repeat(32);
const ada: Operator = {
  email: 'ada@example.org',
  name: 'Ada',
  role: 'auditor',
  status: 'invited',
  accepted: false,
  invitationId: '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d03',
  version: 1,
};

test('an invitation says to what, as what and for how long', () => {
  const letter = invitationLetter(ada, token);
  expect(letter).toMatchObject({ to: 'ada@example.org', subject: expect.stringContaining('invited') });
  const { text } = letterBodies(letter, 'https://easel.example');
  expect(text).toContain('console as auditor');
  expect(text).toContain(`https://easel.example/admin/invitation#token=${token}\n`);
  expect(text).toContain('7 days');
});

test('who had a password before is told of a new link, and of no invitation', () => {
  const letter = invitationLetter({ ...ada, accepted: true, status: 'active' }, token);
  expect(letter.subject).not.toContain('invited');
  expect(letter.paragraphs.join(' ')).toContain('a new link');
});

test('a tag in a name is none in the mail', () => {
  const letter = invitationLetter({ ...ada, name: '<script>alert(1)</script><svg onload=alert(2)>"=1+1' }, token);
  const { html } = letterBodies(letter, 'https://easel.example');
  expect(html).not.toMatch(/<script|<svg/);
  expect(html).toContain('Hello &lt;script&gt;');
  expect(letter.subject).not.toContain('script');
});
