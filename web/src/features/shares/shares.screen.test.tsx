import { problems } from '@easel/contracts/kernel/problem';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { shareProblems, sharesHttp, type Share } from '@easel/contracts/shares/http';
import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { ImageDealsContext, type Reported } from '../images/image-deals.ts';
import { sampleVariant } from '../generation/testing/sample-generation.ts';
import { ShareDialog } from './share-dialog.tsx';
import { ShareLinks } from './share-links.tsx';
import SharedPage from './shared-page.tsx';

afterEach(() => onlineManager.setOnline(true));
withFakeServer();

const FOXES = '6d7c1b1e-2222-4c3f-9a55-000000000001';
const success = { success: true as const };
const share = (changes: Partial<Share> = {}): Share => ({
  id: '6d7c1b1e-3333-4c3f-9a55-000000000001',
  url: 'http://localhost/shared/a-token',
  kind: 'collection',
  shown_id: FOXES,
  title: 'Foxes',
  made_at: '2026-11-21T12:00:00.000Z',
  expires_at: '2026-12-04T12:00:00.000Z',
  state: 'works',
  ...changes,
});
const listing = (...shares: Share[]) => server.reply(sharesHttp.list, { ...success, shares });

describe('the dialog by which something is shared', () => {
  const dialog = <ShareDialog what={{ kind: 'collection', id: FOXES, title: 'Foxes' }} onClose={() => {}} />;
  beforeEach(signIn);

  test('makes a link for a week, unless another time is chosen, and puts it into the clipboard', async () => {
    listing();
    server.reply(sharesHttp.make, { ...success, share: share() });
    const user = show(dialog);
    await user.click(button('Make a link'));
    expect(await screen.findByText('The link is made, and in your clipboard')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('http://localhost/shared/a-token');
    await user.click(screen.getByRole('radio', { name: '30 days' }));
    await user.click(button('Make a link'));
    await waitFor(() => expect(server.callsOf(sharesHttp.make)).toHaveLength(2));
    const days = server.callsOf(sharesHttp.make).map(({ body }) => {
      const { kind, id, expiresAt } = body as { kind: string; id: string; expiresAt: string };
      expect([kind, id]).toEqual(['collection', FOXES]);
      return Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000);
    });
    expect(days).toEqual([7, 30]);
  });

  test('takes a day instead, to its end', async () => {
    listing();
    server.reply(sharesHttp.make, { ...success, share: share() });
    const user = show(dialog);
    await user.click(screen.getByRole('radio', { name: 'Other' }));
    await user.click(button('Make a link'));
    expect(await screen.findByText('Please choose a day')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Its last day'), { target: { value: '2999-12-24' } });
    await user.click(button('Make a link'));
    await waitFor(() => expect(server.callsOf(sharesHttp.make)).toHaveLength(1));
    expect(server.callsOf(sharesHttp.make)[0]?.body).toMatchObject({
      expiresAt: new Date('2999-12-24T23:59:59').toISOString(),
    });
  });

  test.each([[shareProblems.tooMany], [shareProblems.tooLong]])('says why there is none: $code', async (problem) => {
    listing();
    server.refuse(sharesHttp.make, problem);
    const user = show(dialog);
    await user.click(button('Make a link'));
    expect(await screen.findByText(problem.message)).toBeTruthy();
  });

  test('has the links to the same that work, and no other', async () => {
    listing(
      share(),
      share({ id: '6d7c1b1e-3333-4c3f-9a55-000000000002', state: 'revoked' }),
      share({ id: '6d7c1b1e-3333-4c3f-9a55-000000000003', shown_id: 'another' }),
    );
    show(dialog);
    const rows = within(await screen.findByRole('list', { name: 'Links that work' })).getAllByRole('listitem');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.textContent).toMatch(/^Works until Dec 4, 2026/);
  });
});

describe('one’s own links', () => {
  beforeEach(signIn);

  test('are nothing while there are none', async () => {
    listing();
    show(<ShareLinks />);
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(screen.queryByText('Your links')).toBeNull();
  });

  test('say how each stands, and what is gone', async () => {
    listing(
      share(),
      share({ id: 'b', kind: 'picture', shown_id: 'fox', title: 'A fox', state: 'expired' }),
      share({ id: 'c', title: '', state: 'revoked' }),
    );
    show(<ShareLinks />);
    const list = within(await screen.findByRole('list', { name: 'Your links' }));
    const rows = list.getAllByRole('listitem');
    const [works, expired, revoked] = rows.map((row) => row.textContent);
    expect(works).toMatch(/^FoxesWorks until Dec 4, 2026/);
    expect(expired).toMatch(/^A foxExpired Dec 4, 2026/);
    expect(revoked).toBe('A deleted collectionRevoked');
    expect(screen.getByRole('link', { name: 'Foxes' }).getAttribute('href')).toBe(`/collections/${FOXES}`);
    expect(screen.getByRole('link', { name: 'A fox' }).getAttribute('href')).toBe('/image/fox');
    expect(list.getAllByRole('button')).toHaveLength(2);
  });

  test('are copied', async () => {
    listing(share());
    const user = show(<ShareLinks />);
    await user.click(await screen.findByRole('button', { name: 'Copy the link to Foxes' }));
    expect(await screen.findByText('The link is in your clipboard')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('http://localhost/shared/a-token');
  });

  test('are revoked once that was asked', async () => {
    listing(share());
    server.reply(sharesHttp.revoke, success);
    const user = show(<ShareLinks />);
    await user.click(await screen.findByRole('button', { name: 'Revoke the link to Foxes' }));
    listing(share({ state: 'revoked' }));
    await user.click(button('Revoke'));
    expect(await screen.findByText('Revoked')).toBeTruthy();
    expect(server.callsOf(sharesHttp.revoke)).toHaveLength(1);
  });

  test('that could not be revoked still work, and say so', async () => {
    listing(share());
    server.refuse(sharesHttp.revoke, problems.unavailable);
    const user = show(<ShareLinks />);
    await user.click(await screen.findByRole('button', { name: 'Revoke the link to Foxes' }));
    await user.click(button('Revoke'));
    expect(await screen.findByText(problems.unavailable.message)).toBeTruthy();
    expect(screen.getByText(/^Works until/)).toBeTruthy();
  });
});

describe('what a link shows', () => {
  const open = (query = '') => show(<SharedPage />, { at: `/shared/a-token${query}`, pattern: '/shared/:token' });
  const showing = (changes: Partial<Reply<typeof sharesHttp.shown>> = {}) =>
    server.reply(sharesHttp.shown, {
      ...success,
      kind: 'collection',
      title: 'Foxes',
      author: { id: 'ada', name: 'ada' },
      images: [sampleVariant('v1'), sampleVariant('v2')],
      pagination: { page: 1, limit: 24, pages: 1, total: 2 },
      expires_at: '2026-12-04T12:00:00.000Z',
      ...changes,
    });

  test('comes', async () => {
    server.hold(sharesHttp.shown);
    open();
    expect(await screen.findByText('Loading')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Shared with you' })).toBeTruthy();
  });

  test('is a collection by its name and, where they are shown, its maker', async () => {
    showing();
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Foxes' })).toBeTruthy();
    expect(screen.getByText('2 pictures')).toBeTruthy();
    expect(screen.getByText(/^Shared until Dec 4, 2026/)).toBeTruthy();
    expect(screen.getByRole('link', { name: /ada/ }).getAttribute('href')).toBe('/u/ada');
  });

  test('is a single picture of somebody who is hidden', async () => {
    showing({ kind: 'picture', title: '', author: null, images: [sampleVariant('v1')] });
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'A picture' })).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('is a single picture, large, by its maker, which anybody can report without its secret address', async () => {
    showing({ kind: 'picture', title: '', images: [sampleVariant('v1')] });
    const Report = ({ what: { name, path } }: { what: Reported }) => <p>{`Report ${name} at ${path}`}</p>;
    show(
      <ImageDealsContext value={{ openPurchase: () => {}, openDownload: () => {}, Heart: () => null, Report }}>
        <SharedPage />
      </ImageDealsContext>,
      { at: '/shared/a-token', pattern: '/shared/:token' },
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'A picture by ada' })).toBeTruthy();
    const image = screen.getByRole('img', { name: 'Image 1 of 1' });
    expect(image.getAttribute('src')).toBe(sampleVariant('v1').image_url);
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull();
    expect(screen.getByText('Report shared image v1 at /shared')).toBeTruthy();
  });

  test('is nothing where the collection is empty now', async () => {
    showing({ images: [], pagination: { page: 1, limit: 24, pages: 0, total: 0 } });
    open();
    expect(await screen.findByText('Nothing is in this collection now')).toBeTruthy();
  });

  test('is nothing by a link that has expired, was revoked or never was, in the same words', async () => {
    server.refuse(sharesHttp.shown, shareProblems.notFound);
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeTruthy();
    expect(screen.getByText('There is nothing to see by this link')).toBeTruthy();
  });

  test('can be asked for again where it could not be read', async () => {
    server.refuse(sharesHttp.shown, problems.tooMany);
    const user = open();
    expect(await screen.findByText(problems.tooMany.message)).toBeTruthy();
    showing();
    await user.click(button('Try again'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Foxes' })).toBeTruthy();
  });

  test('waits for the connection', async () => {
    onlineManager.setOnline(false);
    open();
    expect(await screen.findByText('You are offline')).toBeTruthy();
  });

  test('leads back from a page that it no longer has', async () => {
    showing();
    open('?page=9');
    await waitFor(() => expect(server.callsOf(sharesHttp.shown).at(-1)?.query['page']).toBe('1'));
  });
});
