import { expect, test } from 'vitest';
import { letterBodies } from './letter-bodies.ts';

const letter = {
  to: 'ada@example.org',
  subject: 'Keys & <locks>',
  paragraphs: ['Hello,', 'a "line" & <b>another</b>'],
  action: { label: 'Open', path: '/open?token=a&x=1' },
  footnotes: ['Until tomorrow.'],
};

test('a text has its link on a line of its own, and names the product', () => {
  const { text } = letterBodies(letter, 'https://easel.example');
  expect(text).toBe(
    'Hello,\n\na "line" & <b>another</b>\n\nOpen:\nhttps://easel.example/open?token=a&x=1\n\nUntil tomorrow.\n\n' +
      '-- \n\nEasel · https://easel.example\n'.replace('-- \n\n', '-- \n'),
  );
});

test('HTML has no word that is markup', () => {
  const { html } = letterBodies(letter, 'https://easel.example');
  expect(html).toContain('<title>Keys &amp; &lt;locks&gt;</title>');
  expect(html).toContain('<p>a &quot;line&quot; &amp; &lt;b&gt;another&lt;/b&gt;</p>');
  expect(html).toContain('<a href="https://easel.example/open?token=a&amp;x=1">Open</a>');
  expect(html).not.toMatch(/style=|<script|<img/);
});
