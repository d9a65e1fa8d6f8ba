import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Generation } from '@easel/contracts/generation/http';
import { problems } from '@easel/contracts/kernel/problem';
import { searchHttp } from '@easel/contracts/search/http';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { SearchPage } from '../features/search/search-page.tsx';
import { button, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import { PageMetadataContext } from '../ui/metadata.tsx';
import { metadataAt } from './pages.ts';

withFakeServer();

const picture = (n: number, prompt: string, isPublic = true): Generation =>
  sampleGeneration({
    id: `6d7c1b1e-1111-4c3f-9a55-00000000000${n}`,
    original_prompt: prompt,
    status: 'completed',
    isPublic,
    variant_count: 1,
    variants: [sampleVariant(`v${n}`)],
  });
const found = (generation: Generation) => ({
  ...generation,
  prompt: generation.original_prompt,
  imageUrl: generation.variants[0]?.image_url ?? '',
});
const [fox, owl, elk] = [picture(1, 'A fox'), picture(2, 'An owl'), picture(3, 'An elk')];

/** In place of cards, which measure themselves, their prompts. */
const page = (
  <PageMetadataContext value={metadataAt}>
    <SearchPage
      grid={(label, generations) => (
        <ul aria-label={label}>
          {generations.map(({ id, original_prompt: prompt }) => (
            <li key={id}>{prompt}</li>
          ))}
        </ul>
      )}
      skeleton={<p>Loading</p>}
      front={() => ({
        title: 'Front',
        words: <h1>The front</h1>,
        picture: null,
        first: null,
        last: <p>At the end</p>,
        shows: ({ id }) => id === elk.id,
      })}
      challenges={<p>Challenges</p>}
    />
  </PageMetadataContext>
);
const at = (query = '') => show(page, { at: `/search${query}` });

interface Answered {
  results?: readonly Generation[];
  didYouMean?: string[];
  message?: string;
  pages?: number;
}
const answers = ({ results = [], didYouMean = [], message = 'No images found', pages = 1 }: Answered) =>
  server.reply(searchHttp.images, ({ query }) => ({
    success: true as const,
    results: results.map(found),
    message,
    didYouMean,
    pagination: { page: Number(query['page'] ?? 1), limit: 20, pages, total: results.length },
  }));
const newest = {
  success: true as const,
  items: [fox, owl],
  total: 2,
  pagination: { page: 1, limit: 24, pages: 1, total: 2 },
  nextCursor: null,
};
const animals = { id: 'animals', name: 'Animals', count: 3, images: [fox, owl, elk].map(found) };

beforeEach(() => {
  server
    .reply(galleryHttp.public, newest)
    .reply(searchHttp.categories, { success: true, categories: [animals] })
    .reply(searchHttp.trending, { success: true, trending: [{ query: 'red fox', count: 9 }] })
    .reply(searchHttp.suggestions, ({ query }) => ({
      success: true as const,
      suggestions: query['q'] ? ['dragon', 'dragon fly'] : ['dragon', 'space'],
    }))
    .reply(searchHttp.perform, { success: true });
});
const asked = () => server.callsOf(searchHttp.images).at(-1)?.query;
const recorded = () => server.callsOf(searchHttp.perform).map(({ body }) => body);
const prompts = async (label = 'Search results') =>
  within(await screen.findByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('before anything is searched for', () => {
  test('the newest pictures are there, what trends, and categories', async () => {
    at();
    expect(await prompts('Newest images')).toEqual(['A fox', 'An owl']);
    expect(server.callsOf(galleryHttp.public)[0]?.query).toMatchObject({ limit: '24' });
    expect((await screen.findByRole('link', { name: 'red fox' })).getAttribute('href')).toBe('/search?q=red+fox');
    expect(await screen.findByRole('button', { name: 'Animals 3 images' })).toBeTruthy();
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(expect.arrayContaining(['/public-gallery', '/gallery?category=public']));
    expect(server.callsOf(searchHttp.images)).toEqual([]);
  });

  test('trends and categories that do not come are left out; the newest say so, and can be tried again', async () => {
    server
      .refuse(galleryHttp.public, problems.tooMany)
      .refuse(searchHttp.categories, problems.tooMany)
      .refuse(searchHttp.trending, problems.tooMany);
    const user = at();
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1);
    for (const name of ['Categories', 'Trending searches']) expect(screen.queryByText(name)).toBeNull();
    server.reply(galleryHttp.public, newest);
    await user.click(button('Try again'));
    expect(await prompts('Newest images')).toHaveLength(2);
  });

  test('visitors have the front page, until they search', async () => {
    answers({ results: [fox] });
    const user = at();
    expect(screen.getByRole('heading', { level: 1, name: 'The front' })).toBeTruthy();
    await prompts('Newest images');
    for (const text of ['At the end', 'Challenges']) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
    const field = screen.getByRole('combobox', { name: 'Search public images' });
    await user.type(field, 'fox{Enter}');
    await prompts();
    expect(screen.getByRole('heading', { level: 1, name: 'Discover' })).toBeTruthy();
    for (const text of ['At the end', 'Challenges']) expect(screen.queryByText(text)).toBeNull();
    expect(document.activeElement).toBe(field);
  });

  test('members have no front page', async () => {
    signIn();
    at();
    expect(await prompts('Newest images')).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 1, name: 'Discover' })).toBeTruthy();
    expect(screen.getByText('Challenges')).toBeTruthy();
    expect(screen.queryByText('At the end')).toBeNull();
  });

  test('what the front page shows already is not shown again, and nothing is left over to say', async () => {
    server.reply(galleryHttp.public, { ...newest, items: [elk, owl] });
    at();
    expect(await prompts('Newest images')).toEqual(['An owl']);
  });

  test('where all of them are shown already, there is no list of them', async () => {
    server.reply(galleryHttp.public, { ...newest, items: [elk] });
    at();
    await screen.findByText('At the end');
    expect(screen.queryByText('Newest images')).toBeNull();
  });

  test('they are a list of links where that is chosen', async () => {
    const user = at();
    await prompts('Newest images');
    await user.click(screen.getByRole('radio', { name: 'List' }));
    expect((await screen.findByRole('link', { name: 'A fox' })).getAttribute('href')).toBe(`/image/${fox.id}`);
  });

  test('nothing public yet, it says where to begin', async () => {
    server.reply(galleryHttp.public, { ...newest, items: [], total: 0 });
    at();
    expect(await screen.findByText('No public images yet')).toBeTruthy();
  });
});

describe('searching', () => {
  test('by the field: with Enter it is recorded, and stands in the address', async () => {
    answers({ results: [fox, owl], message: '2 images found' });
    const user = at();
    await user.type(screen.getByRole('combobox', { name: 'Search public images' }), 'Fox{Enter}');
    expect(await prompts()).toEqual(['A fox', 'An owl']);
    expect(screen.getByText('2 images found').getAttribute('role')).toBe('status');
    expect(asked()).toEqual({ q: 'Fox', page: '1' });
    expect(recorded()).toEqual([{ q: 'Fox', found: 2 }]);
    expect(server.callsOf(searchHttp.images)).toHaveLength(1);
  });

  test('by a trending search it is recorded, with what it finds', async () => {
    answers({});
    const user = at();
    await user.click(await screen.findByRole('link', { name: 'red fox' }));
    await screen.findByText('No images found');
    await waitFor(() => expect(recorded()).toEqual([{ q: 'red fox', found: 0 }]));
    expect(server.callsOf(searchHttp.images)).toHaveLength(1);
  });

  test('one whose results fail is recorded once, without what it found', async () => {
    server.refuse(searchHttp.images, problems.tooMany);
    const user = at();
    await user.type(screen.getByRole('combobox', { name: 'Search public images' }), 'Fox{Enter}');
    await screen.findByText('Search failed');
    await waitFor(() => expect(recorded()).toEqual([{ q: 'Fox' }]));
  });

  test('what was merely opened is not recorded', async () => {
    answers({ results: [fox] });
    at('?q=fox');
    expect(await prompts()).toEqual(['A fox']);
    expect(recorded()).toEqual([]);
  });

  test('on focus it offers what is popular; what is typed, what begins so; arrows choose, and that is recorded', async () => {
    answers({ results: [fox] });
    const user = at();
    const field = screen.getByRole('combobox', { name: 'Search public images' });
    await user.click(field);
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['dragon', 'space']);
    await user.type(field, 'dr');
    await screen.findByRole('option', { name: 'dragon fly' });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(asked()).toEqual({ q: 'dragon fly', page: '1' }));
    await waitFor(() => expect(recorded()).toEqual([{ q: 'dragon fly', found: 1 }]));
  });

  test('filters narrow it and can be cleared; so can everything', async () => {
    answers({ results: [fox] });
    const user = at('?q=fox');
    await user.click(button('Filters'));
    await user.selectOptions(await screen.findByLabelText('Colour'), 'Red');
    await waitFor(() => expect(asked()).toEqual({ q: 'fox', colour: 'red', page: '1' }));
    await user.selectOptions(screen.getByLabelText('Shape'), 'square_1_1');
    await waitFor(() => expect(asked()).toEqual({ q: 'fox', colour: 'red', ratio: 'square_1_1', page: '1' }));
    await user.click(button('Clear filters'));
    await waitFor(() => expect(button('Filters')).toBeTruthy());
    await user.click(screen.getByRole('link', { name: 'Clear' }));
    expect(await prompts('Newest images')).toEqual(['A fox', 'An owl']);
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search public images' }).value).toBe('');
  });

  test('goes by pages, each an address', async () => {
    answers({ results: [fox], pages: 3 });
    at('?q=fox&page=2');
    const pages = await screen.findByRole('navigation', { name: 'Pages' });
    expect(within(pages).getByRole('link', { name: 'Page 3' }).getAttribute('href')).toBe('/search?q=fox&page=3');
    expect(asked()).toEqual({ q: 'fox', page: '2' });
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  test('shows results as a list of links where that is chosen', async () => {
    answers({ results: [fox] });
    const user = at('?q=fox');
    await prompts();
    await user.click(screen.getByRole('radio', { name: 'List' }));
    expect((await screen.findByRole('link', { name: 'A fox' })).getAttribute('href')).toBe(`/image/${fox.id}`);
    await user.click(screen.getByRole('radio', { name: 'Grid' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'A fox' })).toBeNull());
  });

  test('that finds nothing says so, and offers what may have been meant', async () => {
    answers({ didYouMean: ['dragon', 'wagon'] });
    const user = at('?q=dargon&colour=red');
    expect(await screen.findByText('No images found')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'dragon' });
    expect(link.getAttribute('href')).toBe('/search?q=dragon&colour=red');
    await user.click(link);
    await waitFor(() => expect(asked()).toMatchObject({ q: 'dragon' }));
    // What a filter left out is not the words' to find.
    await waitFor(() => expect(recorded()).toEqual([{ q: 'dragon' }]));
    await user.click(screen.getByRole('link', { name: 'Clear the search' }));
    expect(await prompts('Newest images')).toHaveLength(2);
  });

  test('that fails says so, and can be tried again', async () => {
    server.refuse(searchHttp.images, problems.tooMany);
    const user = at('?q=fox');
    expect(await screen.findByText('Search failed')).toBeTruthy();
    expect(screen.getByText(problems.tooMany.message)).toBeTruthy();
    answers({ results: [fox] });
    await user.click(button('Try again'));
    expect(await prompts()).toEqual(['A fox']);
  });
});

describe('a category', () => {
  test('is chosen, and cleared by choosing it again', async () => {
    answers({ results: [fox] });
    const user = at();
    await user.click(await screen.findByRole('button', { name: 'Animals 3 images' }));
    expect(await prompts()).toEqual(['A fox']);
    expect(asked()).toEqual({ category: 'animals', page: '1' });
    expect(button('Filters (1)').getAttribute('aria-expanded')).toBe('false');
    const chosen = button('Animals 3 images');
    expect(chosen.getAttribute('aria-pressed')).toBe('true');
    await user.click(chosen);
    expect(await prompts('Newest images')).toHaveLength(2);
  });

  test('beside words is a filter, and what is found comes first', async () => {
    answers({ results: [fox] });
    const user = at('?q=fox');
    await prompts();
    expect(screen.queryByRole('heading', { name: 'Categories' })).toBeNull();
    await user.click(button('Filters'));
    await user.selectOptions(screen.getByLabelText('Category'), 'Animals');
    await waitFor(() => expect(asked()).toEqual({ q: 'fox', category: 'animals', page: '1' }));
  });

  test('loads more, and says so where that fails', async () => {
    answers({ results: [fox], pages: 2 });
    const user = at('?category=animals');
    expect(await prompts()).toEqual(['A fox']);
    server.refuse(searchHttp.images, problems.tooMany);
    await user.click(button('Load more'));
    expect(await screen.findByText('Failed to load more')).toBeTruthy();
    answers({ results: [owl], pages: 2 });
    await user.click(button('Load more'));
    await waitFor(async () => expect(await prompts()).toEqual(['A fox', 'An owl']));
    expect(asked()).toEqual({ category: 'animals', page: '2' });
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });
});

describe('one’s own', () => {
  test('are searched by members, with nothing recorded and nothing suggested', async () => {
    signIn();
    const secret = picture(4, 'A secret', false);
    answers({ results: [secret] });
    const user = at();
    await user.click(await screen.findByRole('radio', { name: 'Yours' }));
    expect(await prompts()).toEqual(['A secret']);
    expect(asked()).toEqual({ of: 'own', page: '1' });
    const suggestedBefore = server.callsOf(searchHttp.suggestions).length;
    await user.type(screen.getByRole('combobox', { name: 'Search your images' }), 'secret{Enter}');
    await waitFor(() => expect(asked()).toEqual({ of: 'own', q: 'secret', page: '1' }));
    expect(recorded()).toEqual([]);
    expect(server.callsOf(searchHttp.suggestions)).toHaveLength(suggestedBefore);
    expect(screen.queryByRole('option')).toBeNull();
  });

  test('are nobody’s who is not signed in', async () => {
    at('?of=own');
    expect(await prompts('Newest images')).toHaveLength(2);
    expect(screen.queryByRole('radio', { name: 'Yours' })).toBeNull();
  });
});

test('what looks like a picture is found by its address', async () => {
  answers({ results: [owl], message: '1 image found' });
  at(`?like=${fox.id}`);
  expect(await prompts()).toEqual(['An owl']);
  expect(asked()).toEqual({ like: fox.id, page: '1' });
  expect(screen.getByRole('heading', { name: 'Images that look like it' })).toBeTruthy();
});

test('what is gone has nothing that looks like it, and there is a way back', async () => {
  server.refuse(searchHttp.images, problems.notFound);
  const user = at(`?like=${fox.id}`);
  expect(await screen.findByText('This image is not public, or not there any more')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Clear the search' }));
  expect(await prompts('Newest images')).toHaveLength(2);
});
