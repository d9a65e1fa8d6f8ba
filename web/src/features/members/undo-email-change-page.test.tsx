import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import UndoEmailChangePage from './undo-email-change-page.tsx';

const shown = (search: string): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <StaticRouter location={`/undo-email-change${search}`}>
        <UndoEmailChangePage />
      </StaticRouter>
    </QueryClientProvider>,
  );

test('who opens the link is told what it does, and asked first', () => {
  const html = shown('?token=abc');
  expect(html).toMatch(/Everybody is signed out of it, you too/);
  expect(html).toMatch(/<button[^>]*>.*Put my address back/);
  expect(html).not.toContain('Your address is back');
});

test.each(['', '?token=', '?token=%20'])('a link without a token is told as such: %j', (search) => {
  expect(shown(search)).toContain('This link has been used already, or is no longer valid.');
});
