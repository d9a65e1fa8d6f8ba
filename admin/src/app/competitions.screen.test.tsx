import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import { problems } from '@easel/contracts/kernel/problem';
import { utcMonth } from '@easel/contracts/account/policy';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { monthText, offeredMonths } from '../features/competitions/challenge-texts.ts';
import CompetitionList from '../features/competitions/competition-list.tsx';
import { shortId } from '../ui/shorten-id.ts';
import { mayDo } from './access.ts';
import { challenge, competitionId, entries, entry, openChallenge, openChallengePage } from './testing/competitions.tsx';
import { button, field, listOf, replyList, server, show, withFakeServer } from './testing/screen.tsx';

const other = { operator_id: '5d7c1b1e-1111-4c3f-9a55-000000000002', at: '2020-12-15T09:00:00.000Z' };

beforeEach(() => {
  window.location.hash = '';
});

test.each([
  ['admin', true, true],
  ['auditor', true, false],
  ['support', false, false],
  ['analyst', false, false],
])('shows challenges to the role %s: %s, and lets it prepare one: %s', (role, isShown, mayPrepare) => {
  expect(mayDo(role, 'competitions', 'list')).toBe(isShown);
  expect(mayDo(role, 'competitions', 'show')).toBe(isShown);
  expect(mayDo(role, 'competitions', 'create')).toBe(mayPrepare);
});

const rowsOf = async (region: string): Promise<(string | null)[][]> => {
  const [, ...rows] = await within(await screen.findByRole('region', { name: region })).findAllByRole('row');
  return rows.map((row) => Array.from(row.querySelectorAll('td, th'), (cell) => cell.textContent));
};

describe('the list of challenges', () => {
  withFakeServer('admin');
  const open = () => show(<CompetitionList />, { resource: 'competitions' });

  test('shows proceeds, and sums shared and kept after the announcement', async () => {
    replyList('competitions', [
      challenge({ id: '7d7c1b1e-1111-4c3f-9a55-000000000002', kind: 'poster', state: 'open', month: '2020-12' }),
      challenge({ state: 'announced', shared: 63, kept: 27 }),
    ]);
    open();
    expect(await rowsOf('Challenges')).toEqual([
      ['December 2020', 'Poster', 'Tides', 'Open', '3', '$90.00', '–', '–'],
      ['November 2020', 'T-shirt', 'Tides', 'Winners announced', '3', '$90.00', '$63.00', '$27.00'],
    ]);
    const [, link] = screen.getAllByRole('link', { name: 'Tides' });
    expect(link?.getAttribute('href')).toBe(`/competitions/${competitionId}/show`);
  });

  test('filters by kind, and says that none matches', async () => {
    replyList('competitions', []);
    const user = open();
    expect(await screen.findByText(/^No challenge has been prepared yet/)).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: 'Kind' }));
    await user.click(await screen.findByRole('option', { name: 'Poster' }));
    expect(await screen.findByText('No challenge matches. Clear the filters.')).toBeTruthy();
    const { filter } = server.callsOf(listOf('competitions')).at(-1)!.query;
    expect(JSON.parse(filter ?? '')).toEqual({ kind: 'poster' });
  });

  test('shows an error, and loads again', async () => {
    server.refuse(listOf('competitions'), problems.unavailable);
    const user = open();
    expect((await screen.findByRole('alert')).textContent).toContain(problems.unavailable.message);
    replyList('competitions', [challenge()]);
    await user.click(button('Try again'));
    expect(await screen.findByRole('link', { name: 'Tides' })).toBeTruthy();
  });

  test('prepares the challenge of a later month, and skips months that have one', async () => {
    const [running = '', next = ''] = offeredMonths(new Date());
    replyList('competitions', [challenge({ month: running, state: 'open' })]);
    server.reply(competitionsConsoleHttp.prepare, { id: competitionId });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Prepare challenge' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Prepare a challenge' }));
    await user.click(dialog.getByRole('button', { name: 'Prepare challenge' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Please choose a month');
    await user.click(dialog.getByRole('combobox', { name: /^Month/ }));
    const taken = await screen.findByRole('option', { name: `${monthText(running)} (prepared already)` });
    expect(taken.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('option', { name: monthText(next) }));
    expect(dialog.getByRole('note').textContent).toContain(`opens by itself on the first of ${monthText(next)}`);
    await user.click(dialog.getByRole('button', { name: 'Prepare challenge' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Please enter a theme');
    await user.type(field(/^Theme/), ' Tides ');
    await user.click(dialog.getByRole('button', { name: 'Prepare challenge' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Please describe the challenge');
    await user.type(field(/^Description/), 'The sea.');
    await user.click(dialog.getByRole('button', { name: 'Prepare challenge' }));
    expect(await screen.findByText(`The challenge T-shirt, ${monthText(next)} is prepared`)).toBeTruthy();
    const [call] = server.callsOf(competitionsConsoleHttp.prepare);
    expect(call?.body).toEqual({ kind: 'tshirt', month: next, theme: 'Tides', description: 'The sea.' });
    expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('says that the current month’s challenge opens at once, and sends other texts under another key', async () => {
    const running = utcMonth(new Date());
    replyList('competitions', []);
    server.refuse(competitionsConsoleHttp.prepare, competitionProblems.exists);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Prepare challenge' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: /^Month/ }));
    await user.click(await screen.findByRole('option', { name: monthText(running) }));
    expect(dialog.getByRole('note').textContent).toContain('the challenge opens at once');
    await user.type(field(/^Theme/), 'Tides');
    await user.type(field(/^Description/), 'The sea.');
    await user.click(dialog.getByRole('button', { name: 'Prepare challenge' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(competitionProblems.exists.message);
    await user.click(dialog.getByRole('button', { name: 'Prepare challenge' }));
    await waitFor(() => expect(server.callsOf(competitionsConsoleHttp.prepare)).toHaveLength(2));
    await user.type(field(/^Theme/), '!');
    await user.click(dialog.getByRole('button', { name: 'Prepare challenge' }));
    await waitFor(() => expect(server.callsOf(competitionsConsoleHttp.prepare)).toHaveLength(3));
    const [first, second, third] = server
      .callsOf(competitionsConsoleHttp.prepare)
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

describe('the page of a challenge', () => {
  withFakeServer('admin');

  test('shows the history in order, and the proceeds of each entry', async () => {
    openChallenge(challenge({ state: 'open' }), [...entries, entry(4, { status: 'withdrawn' })]);
    const facts = within(await screen.findByRole('region', { name: 'Challenge' }));
    expect(facts.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Kind',
      'Month (UTC)',
      'Theme',
      'Description',
      'State',
      'Opens (UTC)',
      'Closes (UTC)',
      'Winners from (UTC)',
      'Entries',
      'Proceeds',
      'Shared',
      'Kept',
      'Challenge id',
    ]);
    expect(
      facts
        .getAllByRole('definition')
        .slice(5, 12)
        .map(({ textContent }) => textContent),
    ).toEqual(['2020-11-01 00:00:00', '2020-12-01 00:00:00', '2020-12-15 00:00:00', '3', '$90.00', '–', '–']);
    const rows = await rowsOf('Table of entries');
    expect(rows.map((cells) => cells.slice(2))).toEqual([
      ['2020-11-01 12:00:00', 'Entered', '$60.00', '2', '–', '–', '–', 'Disqualify'],
      ['2020-11-02 12:00:00', 'Entered', '$30.00', '1', '–', '–', '–', 'Disqualify'],
      ['2020-11-03 12:00:00', 'Entered', '$0.00', '0', '–', '–', '–', 'Disqualify'],
      ['2020-11-04 12:00:00', 'Withdrawn', '$0.00', '0', '–', '–', '–', ''],
    ]);
    expect(screen.queryByRole('region', { name: 'Announcement of the winners' })).toBeNull();
    expect(facts.queryByRole('button', { name: 'Change theme' })).toBeNull();
    const query = server.callsOf(competitionsConsoleHttp.entries)[0]?.query;
    expect(JSON.parse(query?.['filter'] ?? '')).toEqual({ competition: competitionId });
  });

  test('lets the theme be changed until it opens', async () => {
    server.reply(competitionsConsoleHttp.revise, { id: competitionId });
    const user = openChallenge(challenge({ state: 'prepared', entries: 0 }), []);
    expect(await screen.findByText('Pictures can be entered once the challenge is open.')).toBeTruthy();
    await user.click(button('Change theme'));
    await user.clear(field(/^Theme/));
    await user.type(field(/^Theme/), 'Storms');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change theme' }));
    expect(await screen.findByText('The theme is changed')).toBeTruthy();
    expect(server.callsOf(competitionsConsoleHttp.revise)[0]?.body).toEqual({
      theme: 'Storms',
      description: 'The sea in one colour.',
    });
    expect(server.callsOf(competitionsConsoleHttp.one).length).toBeGreaterThan(1);
  });

  test('disqualifies an entry with a reason, and shows it', async () => {
    server.reply(competitionsConsoleHttp.disqualify, { success: true });
    const user = openChallenge(challenge({ state: 'open' }));
    await user.click(await screen.findByRole('button', { name: `Disqualify entry ${entries[1].id}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disqualify the entry' }));
    expect(dialog.getByText(/This cannot be undone/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Disqualify' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('A reason is needed');
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'A photograph of another');
    replyList('entries', [entry(2, { status: 'disqualified', reason: 'A photograph of another' })]);
    await user.click(dialog.getByRole('button', { name: 'Disqualify' }));
    expect(await screen.findByText('The entry is disqualified')).toBeTruthy();
    expect(await screen.findByText('A photograph of another')).toBeTruthy();
    const [call] = server.callsOf(competitionsConsoleHttp.disqualify);
    expect(call?.path).toBe(`/api/admin/competitions/${competitionId}/entries/${entries[1].id}/disqualification`);
    expect(call?.body).toEqual({ reason: 'A photograph of another' });
  });

  test('says that a challenge is not found', async () => {
    server.refuse(competitionsConsoleHttp.one, competitionProblems.notFound);
    replyList('entries', []);
    openChallengePage(competitionId);
    expect(await screen.findByRole('link', { name: 'All of Competitions' })).toBeTruthy();
  });
});

describe('the announcement of winners', () => {
  withFakeServer('admin');
  const card = async () => within(await screen.findByRole('region', { name: 'Announcement of the winners' }));

  test('waits until the fourteenth day after the close', async () => {
    openChallenge(challenge({ announced_from: '2999-12-15T00:00:00.000Z' }));
    const announcement = await card();
    expect(announcement.getByText(/^Winners can be announced from/).textContent).toContain('2999-12-15 00:00:00 UTC');
    expect(announcement.queryByRole('button')).toBeNull();
  });

  test('is proposed after showing the amounts of everyone', async () => {
    server.reply(competitionsConsoleHttp.announce, { success: true, announced: false });
    const user = openChallenge(challenge());
    const announcement = await card();
    await user.click(await announcement.findByRole('button', { name: 'Announce winners' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Announce winners: T-shirt, November 2020' }));
    expect(await dialog.findByText('$90.00 in all; members get $31.50, the house keeps $58.50.')).toBeTruthy();
    expect(await rowsOf('Standing')).toEqual([
      ['1st', shortId(entries[0].member_id), '$60.00', '2', '$6.00', '$22.50', '500'],
      ['–', shortId(entries[1].member_id), '$30.00', '1', '$3.00', '–', '–'],
    ]);
    expect(dialog.getByRole('note').textContent).toContain('Another admin has to confirm your proposal');
    await user.click(dialog.getByRole('button', { name: 'Propose announcement' }));
    const recorded = await screen.findByText(/^Your proposal is recorded/);
    expect(recorded.textContent).toBe(
      'Your proposal is recorded. Another admin has to confirm it; where no other is active, you can after 24 hours.',
    );
    expect(server.callsOf(competitionsConsoleHttp.announce)[0]?.headers.get('idempotency-key')).toBeTruthy();
  });

  test('is confirmed by another admin, after a warning that it cannot be undone', async () => {
    replyList('operators', [{ id: other.operator_id, name: 'Peter' }]);
    server.reply(competitionsConsoleHttp.announce, { success: true, announced: true });
    const user = openChallenge(challenge({ proposed: other }));
    const announcement = await card();
    expect(await announcement.findByText('Peter')).toBeTruthy();
    await user.click(await announcement.findByRole('button', { name: 'Confirm and announce' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('region', { name: 'Standing' });
    expect(dialog.getByRole('note').textContent).toContain('This cannot be undone');
    await user.click(dialog.getByRole('button', { name: 'Confirm and announce' }));
    expect(await screen.findByText('The winners are announced')).toBeTruthy();
  });

  test('makes the admin who proposed it wait for a day', async () => {
    const proposedAt = new Date(Date.now() - 23 * 3_600_000);
    openChallenge(challenge({ proposed: { operator_id: 'o1', at: proposedAt.toISOString() } }));
    const announcement = await card();
    const words = await announcement.findByText(/^You proposed the announcement on/);
    const utc = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
    expect(words.textContent).toBe(
      `You proposed the announcement on ${utc(proposedAt)}. Another admin has to confirm it. Where no other admin is ` +
        `active, you can confirm it yourself from ${utc(new Date(proposedAt.getTime() + 24 * 3_600_000))}.`,
    );
    expect(announcement.queryByRole('button')).toBeNull();
  });

  test('lets the admin who proposed it confirm after a day, unless the server refuses', async () => {
    server.refuse(competitionsConsoleHttp.announce, competitionProblems.needsAnother);
    const user = openChallenge(challenge({ proposed: { operator_id: 'o1', at: other.at } }));
    await user.click(await screen.findByRole('button', { name: 'Confirm and announce' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('region', { name: 'Standing' });
    await user.click(dialog.getByRole('button', { name: 'Confirm and announce' }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(competitionProblems.needsAnother.message));
  });

  test('says that there are no winners if no entry sold anything', async () => {
    const user = openChallenge(challenge({ proceeds: 0 }), [entry(3)]);
    await user.click(await screen.findByRole('button', { name: 'Announce winners' }));
    expect(await screen.findByText(/^No entry has sold anything\. There are no winners/)).toBeTruthy();
  });

  test('loads all entries with proceeds, a hundred at a time, and sums those without a place', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({
      ...entry(1, { proceeds: 10, buyers: 1 }),
      id: crypto.randomUUID(),
      submitted_at: new Date(1_600_000_000_000 + index).toISOString(),
    }));
    const user = openChallenge(challenge(), [entry(3)]);
    server.reply(
      competitionsConsoleHttp.entries,
      ({ query }) => {
        const [from, to] = JSON.parse(query['range'] ?? '[0,0]') as [number, number];
        return many.slice(from, to + 1);
      },
      { 'content-range': 'entries 0-24/101' },
    );
    await user.click(await screen.findByRole('button', { name: 'Announce winners' }));
    expect(await screen.findByText(/^\$1,010\.00 in all/)).toBeTruthy();
    expect(screen.getByText(/^91 more with a share of 10 %/).textContent).toContain('$91.00 together');
  });

  test('shows who announced the winners, and the amounts of everyone', async () => {
    replyList('operators', [{ id: other.operator_id, name: 'Peter' }]);
    openChallenge(
      challenge({
        state: 'announced',
        shared: 31.5,
        kept: 58.5,
        proposed: other,
        confirmed_by: other.operator_id,
        announced_at: '2020-12-16T09:00:00.000Z',
      }),
      [entry(1, { proceeds: 60, buyers: 2, place: 1, share: 6, prize: 22.5, prize_credits: 500 })],
    );
    const announcement = await card();
    await waitFor(() =>
      expect(announcement.getByText(/^Announced on/).textContent).toBe(
        'Announced on 2020-12-16 09:00:00 UTC, proposed by Peter and confirmed by Peter. The sums are credited to the members and cannot be changed.',
      ),
    );
    expect(announcement.queryByRole('button')).toBeNull();
    const [row] = await rowsOf('Table of entries');
    expect(row?.slice(4)).toEqual(['$60.00', '2', '1st', '$6.00', '$22.50 and 500 credits']);
  });
});

describe('for auditors', () => {
  withFakeServer('auditor');

  test('shows challenges without actions', async () => {
    replyList('competitions', [challenge()]);
    show(<CompetitionList />, { resource: 'competitions' });
    await screen.findByRole('link', { name: 'Tides' });
    expect(screen.queryByRole('button', { name: 'Prepare challenge' })).toBeNull();
  });

  test('shows the page of a challenge without actions', async () => {
    openChallenge(challenge());
    expect(await screen.findByText(/^The announcement has not been proposed yet/)).toBeTruthy();
    await screen.findByRole('region', { name: 'Table of entries' });
    for (const name of [/Announce/, /Disqualify/, /Change theme/]) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});
