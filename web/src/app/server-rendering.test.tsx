import { QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../lib/queries.ts';
import { metadataAt, pages } from './pages.ts';
import { AppRoutes } from './routes.tsx';

async function rendered(location: string): Promise<string> {
  const { prelude } = await prerender(
    <QueryClientProvider client={createQueryClient()}>
      <StaticRouter location={location}>
        <AppRoutes />
      </StaticRouter>
    </QueryClientProvider>,
    { onError: (error) => expect.unreachable(String(error)) },
  );
  return new Response(prelude as ReadableStream<Uint8Array<ArrayBuffer>>).text();
}

const forVisitors = Object.keys(pages).filter((path) => pages[path]?.for !== 'members' && !path.includes(':'));

describe('on a server, where there is no window', () => {
  it.each(forVisitors)('%s renders with its heading, its title and its description', async (path) => {
    const html = await rendered(path);
    expect(html).toMatch(/<h1[ >]/);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain(`<meta name="description" content="${escaped(metadataAt(path).description)}"/>`);
  });

  it.each([
    ['/about', 'An image editor is not available yet.'],
    ['/terms-conditions', 'Entries take part in the proceeds of their challenge under the rules shown there.'],
    ['/privacy-policy', 'Our support may read it, to see what Nova could not answer'],
    ['/privacy-policy', 'Where you have earnings paid out: the account holder and the IBAN, encrypted by your key.'],
    ['/privacy-policy', 'what products with it sold for, how many bought them, and which place it won'],
    ['/tshirt-competition', 'Orders by the entrant, and by members of a circle who buy from each other, do not count.'],
    ['/poster-competition', 'Orders by the entrant, and by members of a circle who buy from each other, do not count.'],
    ['/pricing', 'A section of your own, listed in the public gallery'],
    ['/pricing', 'You request it on Profit Sharing.'],
  ])('%s says: %s', async (path, text) => {
    expect(await rendered(path)).toContain(text);
  });

  it('an address without a page renders with what says so', async () => {
    const html = await rendered('/no/such/page');
    expect(html).toMatch(/<h1[^>]*>Page not found<\/h1>/);
    expect(html).toContain('<title>Page not found · Easel</title>');
  });

  it('every page has a description of its own', () => {
    const descriptions = Object.keys(pages)
      .filter((path) => !path.includes(':'))
      .map((path) => metadataAt(path).description);
    expect(new Set(descriptions).size).toBe(descriptions.length);
  });
});

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');
