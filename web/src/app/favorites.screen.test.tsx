import { favoriteProblems, favoritesHttp } from '@easel/contracts/favorites/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Generation } from '@easel/contracts/generation/http';
import { problems } from '@easel/contracts/kernel/problem';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FavoritesPage } from '../features/favorites/favorites-page.tsx';
import { Heart } from '../features/favorites/heart.tsx';
import { ImageCard } from '../features/gallery/image-card.tsx';
import { WallTile } from '../features/gallery/wall-tile.tsx';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { ImageDealsContext } from '../features/images/image-deals.ts';
import ImagePage from '../features/public-gallery/image-page.tsx';
import { sampleUser } from '../features/members/testing/sample-user.ts';
import { beginSession } from '../features/members/session.ts';
import { PublicCard } from '../features/public-gallery/public-card.tsx';
import { PublicDetails } from '../features/public-gallery/public-details.tsx';
import { createQueryClient } from '../lib/queries.ts';
import { button, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import { PageMetadataContext } from '../ui/metadata.tsx';
import { metadataAt } from './pages.ts';

withFakeServer();

const picture = (n: number, original_prompt: string): Generation =>
  sampleGeneration({
    id: `6d7c1b1e-1111-4c3f-9a55-00000000000${n}`,
    original_prompt,
    status: 'completed',
    isPublic: true,
    categories: ['public'],
    variant_count: 1,
    variants: [sampleVariant(`v${n}`)],
  });
const fox = picture(1, 'A fox');
const owl = picture(2, 'An owl');

/** With hearts, as the app gives them. */
const withHearts = (page: ReactElement) => (
  <ImageDealsContext value={{ openPurchase: () => {}, openDownload: () => {}, Heart, Report: () => null }}>
    {page}
  </ImageDealsContext>
);

/** A member's favorites as the server keeps them. */
function keeping(...chosen: Generation[]) {
  let kept = chosen;
  server
    .reply(favoritesHttp.own, ({ query }) => ({
      success: true as const,
      favorites: kept.map(({ id }) => id),
      ...(query['expand'] === '1' && {
        items: kept,
        pagination: { page: 1, limit: 12, pages: Math.ceil(kept.length / 12), total: kept.length },
      }),
    }))
    .reply(favoritesHttp.toggle, ({ path }) => {
      const id = path.split('/').at(-1);
      const isFavorite = !kept.some((one) => one.id === id);
      kept = isFavorite ? [...[fox, owl].filter((one) => one.id === id), ...kept] : kept.filter((one) => one.id !== id);
      return {
        success: true as const,
        isFavorite,
        message: isFavorite ? 'Added to favorites' : 'Removed from favorites',
      };
    });
}

const heartOf = ({ original_prompt: prompt }: Generation) =>
  screen.findByRole('button', { name: `Favorite: ${prompt}` });
const isPressed = (heart: HTMLElement) => heart.getAttribute('aria-pressed') === 'true';

describe('a heart', () => {
  const one = withHearts(<Heart generation={fox} look="icon" />);

  describe('of a member', () => {
    beforeEach(signIn);

    test('says whether the image is chosen, and chooses it or takes it back', async () => {
      keeping(owl);
      const user = show(one);
      const heart = await heartOf(fox);
      expect(isPressed(heart)).toBe(false);
      await user.click(heart);
      await waitFor(() => expect(isPressed(heart)).toBe(true));
      await user.keyboard(' ');
      await waitFor(() => expect(isPressed(heart)).toBe(false));
      expect(server.callsOf(favoritesHttp.toggle)).toHaveLength(2);
      expect(screen.queryByText('Removed from favorites')).toBeNull();
    });

    test('is seen chosen before the server has answered', async () => {
      keeping(owl);
      const user = show(one);
      await waitFor(() => expect(server.calls).toHaveLength(1));
      server.hold(favoritesHttp.toggle);
      await user.click(await heartOf(fox));
      await waitFor(async () => expect(isPressed(await heartOf(fox))).toBe(true));
    });

    test.each([
      ['says once that likes count later, where the address is not verified', false, [1, 0, 0]],
      ['says nothing about that where the address is verified', true, [0, 0, 0]],
    ])('%s', async (_, emailVerified, said) => {
      keeping();
      const client = createQueryClient();
      beginSession(client, { token: 'a token', user: { ...sampleUser, emailVerified } });
      const user = show(one, { client });
      const heart = await heartOf(fox);
      for (const [index, times] of said.entries()) {
        await user.click(heart);
        await waitFor(() => expect(isPressed(heart)).toBe(index % 2 === 0));
        await waitFor(() => expect(client.isMutating()).toBe(0));
        expect(screen.queryAllByText(/Your likes count once your email address is verified/)).toHaveLength(times);
        if (times > 0) await user.click(button('Dismiss'));
      }
    });

    test.each([
      ['refused', () => server.refuse(favoritesHttp.toggle, favoriteProblems.notFound)],
      ['broken off', () => server.breakOff(favoritesHttp.toggle)],
    ])('%s, it goes back and says so', async (_, fail) => {
      keeping(fox);
      const user = show(one);
      const heart = await heartOf(fox);
      await waitFor(() => expect(isPressed(heart)).toBe(true));
      fail();
      await user.click(heart);
      expect(await screen.findByText('Failed to update favorite')).toBeTruthy();
      await waitFor(() => expect(isPressed(heart)).toBe(true));
    });

    test('clicked again after a broken connection, it is the same toggle; later it is another', async () => {
      keeping(owl);
      server.breakOff(favoritesHttp.toggle);
      const user = show(one);
      await user.click(await heartOf(fox));
      await screen.findByText('Failed to update favorite');
      keeping(owl);
      await user.click(await heartOf(fox));
      await waitFor(async () => expect(isPressed(await heartOf(fox))).toBe(true));
      await user.click(await heartOf(fox));
      await waitFor(() => expect(server.callsOf(favoritesHttp.toggle)).toHaveLength(3));
      const keys = server.callsOf(favoritesHttp.toggle).map(({ headers }) => headers.get('idempotency-key'));
      expect(keys[0]).toBe(keys[1]);
      expect(keys[2]).not.toBe(keys[1]);
    });
  });

  test('of a visitor leads to the sign-in page and back, and says why', async () => {
    const user = show(one, { at: '/public-gallery?search=fox' });
    const heart = await heartOf(fox);
    expect(isPressed(heart)).toBe(false);
    await user.click(heart);
    expect(await screen.findByText('Please login to add favorites')).toBeTruthy();
    expect(screen.getByText('at /login?next=%2Fpublic-gallery%3Fsearch%3Dfox')).toBeTruthy();
    expect(server.calls).toEqual([]);
  });

  const tile = { widthPx: 300, pictureWidthPx: 300, heightPx: 200 };
  test.each([
    ['the cards of the public gallery', <PublicCard key="1" generation={fox} eager signedIn onOpen={() => {}} />],
    [
      'the cards of the own gallery',
      <ImageCard key="2" generation={fox} tile={tile} eager among={undefined} onOpen={() => {}} onDelete={() => {}} />,
    ],
  ])('stands on %s', async (_, card) => {
    signIn();
    keeping(fox);
    show(withHearts(card));
    const heart = await heartOf(fox);
    await waitFor(() => expect(isPressed(heart)).toBe(true));
  });

  test('comes to the wall with the pointer or the focus', async () => {
    signIn();
    keeping(fox);
    const user = show(withHearts(<WallTile generation={fox} among={[fox]} tile={tile} onOpen={() => {}} />));
    expect(screen.queryByRole('button', { name: 'Favorite: A fox' })).toBeNull();
    await user.tab();
    expect(await heartOf(fox)).toBeTruthy();
  });

  test('stands with its word beside the picture, for visitors too', async () => {
    server.reply(galleryHttp.publicOne, { success: true, generation: fox });
    const user = show(withHearts(<ImagePage />), { at: `/image/${fox.id}`, pattern: '/image/:id' });
    await user.click(await screen.findByRole('button', { name: 'Favorite' }));
    expect(await screen.findByText(`at /login?next=${encodeURIComponent(`/image/${fox.id}`)}`)).toBeTruthy();
  });

  test('of a later variant says what that was asked for with', async () => {
    const later = { ...sampleVariant('v9'), prompt: 'A fox at night', resolution: '4k' };
    const two = { ...fox, variants: [...fox.variants, later] };
    server.reply(galleryHttp.publicOne, { success: true, generation: two });
    show(withHearts(<ImagePage />), { at: `/image/${fox.id}`, pattern: '/image/:id' });
    expect(await screen.findByText('A fox at night · 4K')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'A fox at night' })).toBeTruthy();
    show(withHearts(<PublicDetails generation={two} variantIndex={fox.variants.length} signedIn={false} />));
    expect(await screen.findByText('A fox at night')).toBeTruthy();
    expect(screen.getByText('4K')).toBeTruthy();
  });

  test.each([
    ['made', 'Download'],
    ['bought', 'Bought'],
  ] as const)('offers a public image that the member %s as "%s", not for sale', async (yours, label) => {
    signIn();
    keeping(fox);
    show(withHearts(<PublicDetails generation={{ ...fox, yours }} variantIndex={0} signedIn />));
    expect(await screen.findByRole('button', { name: label })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Buy Image' })).toBeNull();
  });

  test('one’s own private image is not offered for sale, nor its link', async () => {
    signIn();
    keeping(fox);
    const own = { ...fox, isPublic: false };
    show(withHearts(<PublicDetails generation={own} variantIndex={0} signedIn />));
    expect(await screen.findByRole('button', { name: 'Favorite', pressed: true })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Buy Image' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
    expect(button('Download')).toBeTruthy();
  });
});

describe('the page of favorites', () => {
  beforeEach(signIn);
  afterEach(() => onlineManager.setOnline(true));
  const page = (
    <PageMetadataContext value={metadataAt}>
      <FavoritesPage
        grid={(generations) => generations.map((one) => <Heart key={one.id} generation={one} look="icon" />)}
        skeleton={<p>Loading</p>}
      />
    </PageMetadataContext>
  );
  const at = { at: '/favorites' };

  test('is called so, and says that it is loading', () => {
    server.hold(favoritesHttp.own);
    show(page, at);
    expect(screen.getByRole('heading', { level: 1, name: 'My Favorites' })).toBeTruthy();
    expect(screen.getByText('Loading')).toBeTruthy();
  });

  test('empty, it says so, and where to begin', async () => {
    keeping();
    show(page, at);
    expect(await screen.findByText('No favorites yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Explore Gallery' }).getAttribute('href')).toBe('/public-gallery');
  });

  test('refused, it says so and can be tried again', async () => {
    server.refuse(favoritesHttp.own, problems.tooMany);
    const user = show(page, at);
    expect(await screen.findByText('Failed to load favorites')).toBeTruthy();
    expect(screen.getByText(problems.tooMany.message)).toBeTruthy();
    keeping();
    await user.click(button('Try again'));
    expect(await screen.findByText('No favorites yet')).toBeTruthy();
  });

  test('without a connection it says so', async () => {
    keeping();
    onlineManager.setOnline(false);
    show(page, at);
    expect(await screen.findByText('You are offline')).toBeTruthy();
  });

  test('counts, and asks for its page', async () => {
    keeping(fox, owl);
    show(page, { at: '/favorites?page=2' });
    expect(await screen.findByText('2 favorites')).toBeTruthy();
    const pages = server.callsOf(favoritesHttp.own).filter(({ query }) => query['expand'] === '1');
    expect(pages[0]?.query).toEqual({ expand: '1', page: '2', limit: '12' });
  });

  test('what is taken back is gone at once, and comes back by undoing', async () => {
    keeping(fox, owl);
    const user = show(page, at);
    await user.click(await heartOf(fox));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Favorite: A fox' })).toBeNull());
    expect(await screen.findByText('1 favorite')).toBeTruthy();
    expect(await screen.findByText('Removed from favorites')).toBeTruthy();
    await user.click(button('Undo'));
    expect(isPressed(await heartOf(fox))).toBe(true);
    expect(await screen.findByText('2 favorites')).toBeTruthy();
  });

  test('the last one taken back leaves the empty page', async () => {
    keeping(fox);
    const user = show(page, at);
    await user.click(await heartOf(fox));
    expect(await screen.findByText('No favorites yet')).toBeTruthy();
  });

  test('a card that could not be taken back is there again', async () => {
    keeping(fox, owl);
    const user = show(page, at);
    await heartOf(fox);
    server.breakOff(favoritesHttp.toggle);
    await user.click(await heartOf(fox));
    expect(await screen.findByText('Failed to update favorite')).toBeTruthy();
    expect(isPressed(await heartOf(fox))).toBe(true);
  });
});
