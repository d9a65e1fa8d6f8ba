import { expect, test } from 'vitest';
import { letterBodies } from '../mail/letter-bodies.ts';
import { replyLetter } from './messages.letters.ts';

const id = '11111111-1111-4111-8111-111111111111';
const ids = { messageId: id, senderId: id };
const reply = (subject: string, text: string) =>
  replyLetter(
    {
      ...ids,
      messageType: 'contact',
      memberId: null,
      senderName: '<b>Ada</b>',
      senderEmail: 'ada@example.org',
      anonymous: false,
      subject,
      content: 'Buy this: http://evil.example',
      sourcePage: '/contact',
      priority: 'normal',
      submittedAt: '2026-11-20T10:00:00.000Z',
    },
    { ...ids, actionId: id, text, before: 'read', repliedAt: '2026-11-20T11:00:00.000Z' },
  );

test.each([
  ['An order', 'Re: An order'],
  ['Hello\r\nBcc: eve@example.org', 'Re: Hello Bcc: eve@example.org'],
  ['Hello\nX: y\u2028z\u0085w\0', 'Re: Hello X: y z w'],
  ['txt.\u202eexe\u2066 \u200bok', 'Re: txt.exe ok'],
  ['=?utf-8?B?PHNjcmlwdD4=?= =1+1', 'Re: =?utf-8?B?PHNjcmlwdD4=?= =1+1'],
])('%j is answered as %j', (subject, answered) => {
  expect(reply(subject, 'x')).toMatchObject({ to: 'ada@example.org', subject: answered });
});

test('what an operator writes stands in lines, and no tag in it is one', () => {
  const letter = reply('<script>alert(1)</script>', 'Dear Ada,\r\n\r\n<svg onload=alert(2)>\n=1+1\n');
  expect(letter.paragraphs).toEqual(['Dear Ada,', '<svg onload=alert(2)>', '=1+1']);
  const { html, text } = letterBodies(letter, 'https://easel.example');
  expect(html).not.toMatch(/<script|<svg/);
  expect(html).toContain('<title>Re: &lt;script&gt;');
  for (const words of [html, text, letter.subject]) expect(words).not.toContain('evil.example');
});
