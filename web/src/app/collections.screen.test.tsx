import { collectionProblems, collectionsHttp, type ListedCollection } from '@easel/contracts/collections/http';
import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { problems } from '@easel/contracts/kernel/problem';
import { sharesHttp } from '@easel/contracts/shares/http';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CollectDialog } from '../features/collections/collect-dialog.tsx';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { ImageViewer } from '../features/gallery/image-viewer.tsx';
import { SelectionBar } from '../features/gallery/selection-bar.tsx';
import { SelectionContext } from '../features/gallery/selection.ts';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import { CollectingDeals } from './collecting-deals.tsx';
import CollectionRoute from './collection-route.tsx';
import CollectionsRoute from './collections-route.tsx';

afterEach(() => onlineManager.setOnline(true));
withFakeServer();
beforeEach(signIn);

const picture = (n: number, original_prompt: string): Generation =>
  sampleGeneration({
    id: `6d7c1b1e-1111-4c3f-9a55-00000000000${n}`,
    original_prompt,
    status: 'completed',
    variant_count: 1,
    variants: [sampleVariant(`v${n}`)],
  });
const [fox, owl] = [picture(1, 'A fox'), picture(2, 'An owl')];

const FOXES = '6d7c1b1e-2222-4c3f-9a55-000000000001';
const OWLS = '6d7c1b1e-2222-4c3f-9a55-000000000002';
const made_at = '2026-11-21T12:00:00.000Z';
const foxes: ListedCollection = { id: FOXES, name: 'Foxes', pictures: 2, made_at, covers: fox.variants, holds: true };
const owls: ListedCollection = { id: OWLS, name: 'Owls', pictures: 0, made_at, covers: [], holds: false };

const listing = (...collections: ListedCollection[]) =>
  server.reply(collectionsHttp.list, { success: true as const, collections });
const success = { success: true as const };

describe('the collections', () => {
  const page = <CollectionsRoute />;
  beforeEach(() => void server.reply(sharesHttp.list, { ...success, shares: [] }));

  test('say that they come', async () => {
    server.hold(collectionsHttp.list);
    show(page);
    expect(await screen.findByText('Loading')).toBeTruthy();
  });

  test('say where to begin while there are none', async () => {
    listing();
    show(page);
    expect(await screen.findByText('No collections yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Your Gallery' }).getAttribute('href')).toBe('/your-gallery');
    expect(screen.queryByText('Your links')).toBeNull();
  });

  test('are links to their pages, with how much is in each', async () => {
    listing(foxes, owls);
    show(page);
    const list = await screen.findByRole('list', { name: 'Your collections' });
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
      [`/collections/${FOXES}`, 'Foxes2 pictures'],
      [`/collections/${OWLS}`, 'OwlsEmpty'],
    ]);
    expect(screen.getByText('2 collections')).toBeTruthy();
  });

  test('that cannot be read can be asked for again', async () => {
    server.refuse(collectionsHttp.list, problems.forbidden);
    const user = show(page);
    await screen.findByText('This could not be loaded');
    listing(foxes);
    await user.click(button('Try again'));
    expect(await screen.findByText('Foxes')).toBeTruthy();
  });

  test('wait for the connection', async () => {
    onlineManager.setOnline(false);
    show(page);
    expect(await screen.findByText('You are offline')).toBeTruthy();
  });

  test('are added to by a name, which leads to the new one', async () => {
    listing(owls);
    server.reply(collectionsHttp.make, { ...success, id: FOXES, name: 'Foxes' });
    const user = show(page);
    await user.click(await screen.findByRole('button', { name: 'New collection' }));
    await user.click(button('Make'));
    expect(complaintOf('Name')).toContain('Please enter a name');
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Foxes ');
    await user.click(button('Make'));
    expect(await screen.findByText(`at /collections/${FOXES}`)).toBeTruthy();
    const [call] = server.callsOf(collectionsHttp.make);
    expect(call?.body).toEqual({ name: 'Foxes' });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
  });

  test('say why there cannot be another', async () => {
    listing(owls);
    server.refuse(collectionsHttp.make, collectionProblems.tooMany);
    const user = show(page);
    await user.click(await screen.findByRole('button', { name: 'New collection' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Foxes');
    await user.click(button('Make'));
    expect(await screen.findByText('At most 200 collections can be kept')).toBeTruthy();
  });
});

describe('a collection', () => {
  const at = `/collections/${FOXES}`;
  const open = (query = '') =>
    show(
      <CollectingDeals>
        <CollectionRoute />
      </CollectingDeals>,
      { at: `${at}${query}`, pattern: '/collections/:id' },
    );
  const having = (items: Generation[], { name = 'Foxes', page = 1, total = items.length } = {}) =>
    server.reply(collectionsHttp.one, {
      ...success,
      collection: { id: FOXES, name, pictures: total, made_at },
      items,
      pagination: { page, limit: 24, pages: Math.ceil(total / 24), total },
    });

  test('shows its pictures under its name', async () => {
    having([fox, owl]);
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Foxes' })).toBeTruthy();
    expect(screen.getByText('2 pictures')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Collections' }).getAttribute('href')).toBe('/collections');
  });

  test('says how it is filled while it is empty', async () => {
    having([]);
    open();
    expect(await screen.findByText('Nothing is in it yet')).toBeTruthy();
  });

  test('of somebody else is not there', async () => {
    server.refuse(collectionsHttp.one, collectionProblems.notFound);
    open();
    expect(await screen.findByText('This collection is not there')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Share by a link' })).toBeNull();
  });

  test('that cannot be read can be asked for again', async () => {
    server.refuse(collectionsHttp.one, problems.forbidden);
    const user = open();
    await screen.findByText('This could not be loaded');
    having([]);
    await user.click(button('Try again'));
    expect(await screen.findByText('Nothing is in it yet')).toBeTruthy();
  });

  test('leads back from a page that it no longer has', async () => {
    having([fox], { page: 1, total: 1 });
    open('?page=3');
    await waitFor(() => expect(server.callsOf(collectionsHttp.one).at(-1)?.query['page']).toBe('1'));
  });

  test('is renamed', async () => {
    having([]);
    server.reply(collectionsHttp.rename, { ...success, name: 'Owls' });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Rename' }));
    const dialog = within(screen.getByRole('dialog'));
    const field = dialog.getByRole('textbox', { name: 'Name' });
    expect((field as HTMLInputElement).value).toBe('Foxes');
    await user.clear(field);
    await user.type(field, 'Owls');
    having([], { name: 'Owls' });
    await user.click(dialog.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Owls' })).toBeTruthy();
    expect(server.callsOf(collectionsHttp.rename)[0]?.body).toEqual({ name: 'Owls' });
  });

  test('is deleted once that was asked, and its pictures are not', async () => {
    having([]);
    server.reply(collectionsHttp.remove, success);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Delete collection' }));
    expect(screen.getByText('Its pictures stay in your gallery. Links to it stop working.')).toBeTruthy();
    await user.click(button('Delete'));
    expect(await screen.findByText('at /collections')).toBeTruthy();
  });

  test('that cannot be deleted says so, and stays', async () => {
    having([]);
    server.refuse(collectionsHttp.remove, problems.unavailable);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Delete collection' }));
    await user.click(button('Delete'));
    expect(await screen.findByText(problems.unavailable.message)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Foxes' })).toBeTruthy();
  });
});

describe('into which collection pictures go', () => {
  const done = vi.fn<() => void>();
  const dialog = (...generations: Generation[]) => (
    <CollectDialog generations={generations} onDone={done} onClose={() => {}} />
  );
  beforeEach(() => done.mockClear());

  test('of a single one it is seen where it is: pressed, it is added or taken out', async () => {
    listing(foxes, owls);
    server.reply(collectionsHttp.collect, { ...success, added: 1 }).reply(collectionsHttp.takeOut, success);
    const user = show(dialog(fox));
    const [inFoxes, inOwls] = [
      await screen.findByRole('button', { name: /^Foxes/, pressed: true }),
      await screen.findByRole('button', { name: /^Owls/, pressed: false }),
    ];
    expect(server.callsOf(collectionsHttp.list)[0]?.query).toEqual({ holding: fox.id });
    await user.click(inOwls);
    expect(await screen.findByText('1 picture added to “Owls”')).toBeTruthy();
    expect(server.callsOf(collectionsHttp.collect)[0]).toMatchObject({
      path: `/api/collections/${OWLS}/pictures`,
      body: { generationIds: [fox.id] },
    });
    await user.click(inFoxes);
    expect(await screen.findByText('1 picture taken out of “Foxes”')).toBeTruthy();
    expect(done).not.toHaveBeenCalled();
  });

  test('many are added at once, and that is all', async () => {
    listing(foxes);
    server.reply(collectionsHttp.collect, { ...success, added: 2 });
    const user = show(dialog(fox, owl));
    await user.click(await screen.findByRole('button', { name: /^Foxes/ }));
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(server.callsOf(collectionsHttp.collect)[0]?.body).toEqual({ generationIds: [fox.id, owl.id] });
  });

  test('more than one call takes are sent one part after the other', async () => {
    listing({ ...foxes, holds: false });
    server.reply(collectionsHttp.collect, { ...success, added: 1 });
    const all = Array.from({ length: 201 }, (_, n) => ({ ...fox, id: `id ${n}` }));
    const user = show(dialog(...all));
    await user.click(await screen.findByRole('button', { name: /^Foxes/ }));
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    const bodies = server.callsOf(collectionsHttp.collect).map(({ body }) => body as { generationIds: string[] });
    expect(bodies.map(({ generationIds }) => generationIds.length)).toEqual([200, 1]);
  });

  test('may be a new one', async () => {
    listing();
    server
      .reply(collectionsHttp.make, { ...success, id: OWLS, name: 'Owls' })
      .reply(collectionsHttp.collect, { ...success, added: 1 });
    const user = show(dialog(owl));
    await user.type(await screen.findByLabelText('A new collection'), 'Owls');
    await user.click(button('Add'));
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(server.callsOf(collectionsHttp.collect)[0]?.path).toBe(`/api/collections/${OWLS}/pictures`);
  });

  test('is said when one is full', async () => {
    listing(owls);
    server.refuse(collectionsHttp.collect, collectionProblems.full);
    const user = show(dialog(fox, owl));
    await user.click(await screen.findByRole('button', { name: /^Owls/ }));
    expect(await screen.findByText('A collection holds at most 1000 pictures')).toBeTruthy();
    expect(done).not.toHaveBeenCalled();
  });

  test('can be asked again where the list could not be read', async () => {
    server.refuse(collectionsHttp.list, problems.forbidden);
    const user = show(dialog(fox));
    await screen.findByText('This could not be loaded');
    listing(owls);
    await user.click(button('Try again'));
    expect(await screen.findByRole('button', { name: /^Owls/ })).toBeTruthy();
  });
});

describe('the way there', () => {
  test('leads from what is chosen in the gallery, which is chosen no more afterwards', async () => {
    listing(owls);
    server.reply(collectionsHttp.collect, { ...success, added: 2 });
    const clear = vi.fn<() => void>();
    const chosen = new Map([fox, owl].map((one) => [one.id, one]));
    const user = show(
      <CollectingDeals>
        <SelectionContext value={{ chosen, toggle: () => {}, chooseUpTo: () => {}, clear }}>
          <SelectionBar />
        </SelectionContext>
      </CollectingDeals>,
    );
    await user.click(await screen.findByRole('button', { name: 'Add to a collection' }));
    await user.click(await screen.findByRole('button', { name: /^Owls/ }));
    await waitFor(() => expect(clear).toHaveBeenCalledOnce());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('leads from the viewer, for the picture that is shown', async () => {
    listing(owls);
    server.reply(generationHttp.one, { ...success, generation: fox });
    const user = show(
      <CollectingDeals>
        <ImageViewer generations={[fox]} shown={fox.id} onShow={() => {}} onClose={() => {}} onDeleted={() => {}} />
      </CollectingDeals>,
    );
    await user.click(await screen.findByRole('button', { name: 'Add to a collection' }));
    await screen.findByRole('button', { name: /^Owls/ });
    expect(server.callsOf(collectionsHttp.list)[0]?.query).toEqual({ holding: fox.id });
  });
});
