import { competitionsHttp } from '@easel/contracts/competitions/http';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import { favoritesHttp } from '@easel/contracts/favorites/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { problems } from '@easel/contracts/kernel/problem';
import { onlineManager } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { EnterLink } from '../features/competitions/enter-link.tsx';
import { sampleChallenge, sampleEntry, V1, V2 } from '../features/competitions/testing/sample-challenge.ts';
import { sampleGeneration, sampleVariant } from '../features/generation/testing/sample-generation.ts';
import { button, server, show, signIn, withFakeServer } from '../lib/testing/screen.tsx';
import { ChallengeRoute } from './challenge-route.tsx';

withFakeServer();
afterEach(() => onlineManager.setOnline(true));

const at = '/poster-competition';
const challenge = sampleChallenge();
const entry = sampleEntry();
const page = <ChallengeRoute kind="poster" />;
const NOT_COUNTED = /Orders by the entrant, and by members of a circle who buy from each other, do not count\./;

type Challenges = Omit<Reply<typeof competitionsHttp.challenge>, 'success'>;

const holds = ({ open = null, next = null, past = [] }: Partial<Challenges>) =>
  server.reply(competitionsHttp.challenge, { success: true, open, next, past });

type Disqualified = Reply<typeof competitionsHttp.entries>['disqualified'];

function hasEntries(items = [entry], disqualified: Disqualified = []): void {
  server
    .reply(competitionsHttp.entries, ({ query }) => ({
      success: true as const,
      items: query['of'] === 'following' ? [] : items,
      total: query['of'] === 'following' ? 0 : items.length,
      nextCursor: null,
      disqualified: query['of'] === 'mine' ? disqualified : [],
    }))
    .reply(competitionsHttp.leaderboard, { success: true, items, proceeds: 57, provisional: true })
    .reply(favoritesHttp.own, { success: true, favorites: [] });
}

describe('the page of an open challenge', () => {
  test('shows theme, deadline, entries and the provisional leaderboard to visitors, and the way to log in', async () => {
    holds({ open: challenge });
    hasEntries();
    show(page, { at });
    expect(await screen.findByText('Tides')).toBeTruthy();
    expect(screen.getByText('10 days remaining')).toBeTruthy();
    expect(screen.getByText(/^It closes at the end of .+ \(UTC\)/)).toBeTruthy();
    const wall = within(await screen.findByRole('list', { name: 'Entries' }));
    expect(wall.getByText('No. 1 · $57.00 sold · 3 likes')).toBeTruthy();
    const print = `/shop?picture=${entry.generation.id}&variant=${V2}&product=poster`;
    expect(wall.getByRole('link', { name: 'Order a print: A lighthouse' }).getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent(print)}`,
    );
    expect(within(await screen.findByRole('list', { name: 'Leaderboard' })).getByText('2 buyers')).toBeTruthy();
    expect(screen.getByText(/^These figures are provisional/)).toBeTruthy();
    expect(screen.getAllByText(NOT_COUNTED).length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Log in to enter the challenge' }).getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent(at)}`,
    );
    expect(screen.queryByRole('radio', { name: 'Mine' })).toBeNull();
  });

  test('calls no figures provisional while nothing is sold', async () => {
    holds({ open: challenge });
    hasEntries([]);
    show(page, { at });
    await screen.findByText('No entry has sold anything yet');
    expect(screen.queryByText(/^These figures are provisional/)).toBeNull();
    expect(screen.getAllByText(NOT_COUNTED)).toHaveLength(2);
  });

  test('shows no number of likes beside the heart of an entry while none is counted', async () => {
    holds({ open: challenge });
    hasEntries([{ ...entry, likes: 0, rank: null }]);
    show(page, { at });
    const wall = within(await screen.findByRole('list', { name: 'Entries' }));
    expect(wall.getByText('$57.00 sold')).toBeTruthy();
    expect(wall.queryByText(/like/)).toBeNull();
  });

  test('sorts the wall and narrows it to members one follows', async () => {
    signIn();
    holds({ open: challenge });
    hasEntries();
    const user = show(page, { at });
    await screen.findByRole('list', { name: 'Entries' });
    expect(screen.getByRole('link', { name: 'Order a print: A lighthouse' }).getAttribute('href')).toBe(
      `/shop?picture=${entry.generation.id}&variant=${V2}&product=poster`,
    );
    await user.click(screen.getByRole('radio', { name: 'Proceeds' }));
    await user.click(screen.getByRole('radio', { name: 'Following' }));
    expect(await screen.findByText('No entries by members you follow')).toBeTruthy();
    expect(server.callsOf(competitionsHttp.entries).at(-1)?.query).toMatchObject({ sort: 'proceeds', of: 'following' });
  });

  test('says what withdrawing means before it withdraws', async () => {
    signIn();
    holds({ open: challenge });
    hasEntries();
    server.reply(competitionsHttp.withdraw, { success: true });
    const user = show(page, { at });
    await user.click(await screen.findByRole('button', { name: 'Withdraw: A lighthouse' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Withdraw this entry?' }));
    expect(dialog.getByText(/It becomes private again if it was private before you entered it/)).toBeTruthy();
    hasEntries([]);
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('Your entry is withdrawn')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Withdraw this entry?' })).toBeNull();
    expect(server.callsOf(competitionsHttp.withdraw).map(({ path }) => path)).toEqual([
      `/api/competitions/${challenge.id}/entries/${entry.id}`,
    ]);
  });

  test('says why an entry was disqualified, also to who has no other', async () => {
    signIn();
    holds({ open: challenge });
    hasEntries([], [{ id: entry.id, submitted_at: challenge.opens_at, reason: 'A copy of another picture' }]);
    show(page, { at });
    const own = within(await screen.findByRole('region', { name: 'Your entries' }));
    expect(own.getByText(/was disqualified\. The reason: A copy of another picture$/)).toBeTruthy();
    expect(own.queryAllByRole('listitem')).toEqual([]);
  });

  test('shows each reason why a picture cannot be entered, and enters one that can', async () => {
    signIn();
    holds({ open: challenge });
    hasEntries([]);
    const own = sampleGeneration({
      status: 'completed',
      variant_count: 2,
      variants: [sampleVariant(V1), sampleVariant(V2)],
    });
    const { tooSmall, wrongRatio } = competitionProblems;
    server
      .reply(galleryHttp.own, {
        success: true,
        items: [own],
        total: 1,
        pagination: { page: 1, limit: 24, pages: 1, total: 1 },
      })
      .reply(competitionsHttp.eligibility, {
        success: true,
        challenges: [
          {
            competition_id: challenge.id,
            kind: 'poster',
            name: challenge.name,
            theme: challenge.theme,
            closes_at: challenge.closes_at,
            left: 2,
            variants: [
              {
                variant_id: V1,
                entry_id: null,
                refusals: [tooSmall, wrongRatio].map(({ code, message }) => ({ code, message })),
              },
              { variant_id: V2, entry_id: null, refusals: [] },
            ],
          },
        ],
      })
      .reply(competitionsHttp.enter, { success: true, entryId: entry.id });
    const user = show(page, { at });
    await user.click(await screen.findByRole('button', { name: 'Enter the challenge' }));
    await user.click(await screen.findByRole('button', { name: 'Choose: A fox' }));
    expect(await screen.findByText(tooSmall.message)).toBeTruthy();
    expect(screen.getByText(wrongRatio.message)).toBeTruthy();
    expect(screen.getByText('You can make 2 more entries.')).toBeTruthy();
    await user.click(button('Enter this picture'));
    expect(await screen.findByText('Your picture is entered')).toBeTruthy();
    expect(server.callsOf(competitionsHttp.enter).map(({ body }) => body)).toEqual([
      { generationId: own.id, variantId: V2 },
    ]);
  });

  test('opens the check of the picture that a link names', async () => {
    signIn();
    holds({ open: challenge });
    hasEntries([]);
    server
      .reply(generationHttp.one, { success: true, generation: entry.generation })
      .reply(competitionsHttp.eligibility, { success: true, challenges: [] });
    show(page, { at: `${at}?enter=${entry.generation.id}` });
    expect(await screen.findByText('This challenge is no longer open')).toBeTruthy();
  });
});

describe('the page between challenges', () => {
  test('says when winners are announced, what comes next, and who won before', async () => {
    const closed = sampleChallenge({ state: 'closed', closes_at: '2026-12-01T00:00:00.000Z' });
    const before = sampleChallenge({
      id: '6d7c1b1e-1111-4c3f-9a55-00000000000b',
      month: '2026-10',
      theme: 'Fog',
      state: 'announced',
    });
    const next = sampleChallenge({ state: 'prepared', theme: 'Frost', opens_at: '2027-01-01T00:00:00.000Z' });
    holds({
      next,
      past: [
        { ...closed, winners: [] },
        { ...before, winners: [sampleEntry({ place: 1, prize: 36.5 })] },
      ],
    });
    hasEntries();
    show(page, { at });
    expect(await screen.findByText('No challenge is open now.')).toBeTruthy();
    expect(screen.getByText(/^November 2026, “Tides”, is closed\. Winners are announced from December 1/)).toBeTruthy();
    expect(screen.getByText(/^Next: “Frost”\. It opens on /)).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'October 2026: Fog' })).toBeTruthy();
    expect(
      within(screen.getByRole('list', { name: 'Winners of October 2026' })).getByText('$36.50 and 500 credits'),
    ).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Order a print/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Log in to enter the challenge' })).toBeNull();
  });

  test('says that no day is set where nothing is prepared', async () => {
    holds({});
    show(page, { at });
    expect(await screen.findByText(/Deadline to be announced/)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Entries' })).toBeNull();
  });
});

test('offers to try again where the challenge cannot be read, and waits without a connection', async () => {
  server.refuse(competitionsHttp.challenge, problems.unavailable);
  const user = show(page, { at });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  holds({ open: challenge });
  hasEntries([]);
  await user.click(retry);
  expect(await screen.findByText('No entries yet')).toBeTruthy();
  expect(await screen.findByText('No entry has sold anything yet')).toBeTruthy();
});

test('says that it is offline where there is no connection', async () => {
  holds({});
  onlineManager.setOnline(false);
  show(page, { at });
  expect(await screen.findByText('You are offline')).toBeTruthy();
});

describe('the way to enter beside a picture', () => {
  const large = sampleGeneration({
    status: 'completed',
    variants: [{ ...sampleVariant(V1), width: 3840, height: 2304 }],
  });
  const link = (generation = large) => (
    <EnterLink generation={generation} variantIndex={0}>
      {(to, content) => <a href={to}>{content}</a>}
    </EnterLink>
  );
  const eligible = (refusals: { code: string; message: string }[]) =>
    server.reply(competitionsHttp.eligibility, {
      success: true,
      challenges: [
        {
          competition_id: challenge.id,
          kind: 'poster',
          name: challenge.name,
          theme: challenge.theme,
          closes_at: challenge.closes_at,
          left: 3,
          variants: [{ variant_id: V1, entry_id: null, refusals }],
        },
      ],
    });

  test('leads to the challenge that it may be entered in', async () => {
    signIn();
    eligible([]);
    show(link());
    const found = await screen.findByRole('link', { name: 'Enter the challenge' });
    expect(found.getAttribute('href')).toBe(`/poster-competition?enter=${large.id}`);
  });

  test('is not there for a picture that is refused, and is not asked for where it is too small', async () => {
    signIn();
    const { code, message } = competitionProblems.wrongRatio;
    eligible([{ code, message }]);
    show(
      <>
        {link()}
        {link({ ...large, id: '6d7c1b1e-1111-4c3f-9a55-000000000009', variants: [sampleVariant(V1)] })}
      </>,
    );
    await expect.poll(() => server.callsOf(competitionsHttp.eligibility).length).toBe(1);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
