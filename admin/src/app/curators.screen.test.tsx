import type { CuratorRecord } from '@easel/contracts/curators/console.http';
import { curatorProblems, curatorsHttp } from '@easel/contracts/curators/http';
import { peopleHttp, peopleProblems } from '@easel/contracts/people/http';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import CuratorList from '../features/curators/curator-list.tsx';
import { shortId } from '../ui/shorten-id.ts';
import { mayDo } from './access.ts';
import { button, field, listOf, server, show, withFakeServer } from './testing/screen.tsx';

const NOTHING = { sales: 0, net: 0, share: 0, reversed: 0 };
const memberId = '1d7c1b1e-1111-4c3f-9a55-000000000001';

const curator = (changes: Partial<CuratorRecord> = {}): CuratorRecord => ({
  id: memberId,
  name: 'mira',
  state: 'active',
  ways: ['appointed'],
  since: '2026-01-20T12:00:00.000Z',
  ended_at: null,
  section: 'Lights',
  pictures: 3,
  month: { sales: 2, net: 3.88, share: 1.94, reversed: 0 },
  total: { sales: 1_200, net: 2_400, share: 1_200, reversed: 0 },
  cursor: '90',
  ...changes,
});
const former = curator({
  id: '1d7c1b1e-1111-4c3f-9a55-000000000002',
  name: null,
  state: 'ended',
  ways: ['plan'],
  ended_at: '2026-03-20T12:00:00.000Z',
  section: null,
  pictures: 0,
  month: { ...NOTHING, reversed: 0.48 },
  total: { sales: 1, net: 0.96, share: 0.48, reversed: 0.48 },
  cursor: '80',
});

const lastFilter = (): unknown => JSON.parse(server.callsOf(listOf('curators')).at(-1)?.query['filter'] ?? 'null');
const done = { success: true as const };
const open = (...records: CuratorRecord[]) => {
  server.reply(listOf('curators'), records, { 'x-more': 'true' });
  return show(<CuratorList />, { resource: 'curators' });
};

beforeEach(() => {
  window.location.hash = '';
});

test.each([
  ['admin', true],
  ['auditor', true],
  ['support', false],
  ['analyst', false],
])('shows curators to the role %s: %s', (role, isShown) => {
  expect(mayDo(role, 'curators', 'list')).toBe(isShown);
});

describe('the list of curators', () => {
  withFakeServer('admin');

  test('shows since when members are curators, how, and what they sold', async () => {
    open(curator(), former);
    const [, ...rows] = await within(await screen.findByRole('region', { name: 'Curators' })).findAllByRole('row');
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      [
        `mira${shortId(memberId)}`,
        'Active',
        'Appointed',
        'Jan 20, 2026 (UTC)',
        '–',
        'Lights',
        '3',
        '2 / 1,200',
        '$3.88 / $2,400.00',
        '$1.94 / $1,200.00',
        'AccountEnd',
      ],
      [
        shortId(former.id),
        'Ended',
        'Plan',
        'Jan 20, 2026 (UTC)',
        'Mar 20, 2026 (UTC)',
        '–',
        '0',
        '0 / 1',
        '$0.00 / $0.96',
        '$0.00 / $0.48$0.48 / $0.48 reversed',
        'Account',
      ],
    ]);
    expect(screen.getByRole('link', { name: 'mira' }).getAttribute('href')).toBe('/u/mira');
    expect(decodeURIComponent(screen.getAllByRole('link', { name: 'Account' })[0]?.getAttribute('href') ?? '')).toBe(
      `/ledger?filter={"member":"${memberId}"}`,
    );
  });

  test('filters by state, and pages by cursor', async () => {
    const user = open(curator(), former);
    await screen.findByRole('link', { name: 'mira' });
    await user.click(button('Older'));
    await waitFor(() => expect(lastFilter()).toEqual({ before: '80' }));
    await user.click(screen.getByRole('combobox', { name: 'State' }));
    server.reply(listOf('curators'), []);
    await user.click(await screen.findByRole('option', { name: 'Ended' }));
    expect(await screen.findByText(/^No curator matches/)).toBeTruthy();
    expect(lastFilter()).toEqual({ state: 'ended' });
  });

  test('ends an appointment with a reason, and says what becomes of the section', async () => {
    const user = open(curator());
    await user.click(await screen.findByRole('button', { name: 'End' }));
    const dialog = await screen.findByRole('dialog', { name: 'End the appointment of mira' });
    expect(dialog.textContent).toMatch(/unlisted at once.*removed after 12 months, the prices stay.*sold stay/);
    await user.type(field('Reason'), 'asked for it');
    server.reply(curatorsHttp.appoint, done);
    await user.click(button('End appointment'));
    expect(await screen.findByText('The appointment of mira has ended')).toBeTruthy();
    expect(server.callsOf(curatorsHttp.appoint)).toMatchObject([
      { path: `/api/admin/members/${memberId}/curator`, body: { curator: false, reason: 'asked for it' } },
    ]);
    await waitFor(() => expect(server.callsOf(listOf('curators'))).toHaveLength(2));
  });

  test('says that a member with the plan remains a curator, and offers no end of the plan', async () => {
    const user = open(curator({ ways: ['appointed', 'plan'] }), curator({ id: former.id, ways: ['plan'] }));
    const [end, ...others] = await screen.findAllByRole('button', { name: 'End' });
    expect(others).toEqual([]);
    await user.click(end!);
    expect(await screen.findByText(/remains a curator until it ends/)).toBeTruthy();
  });

  describe('the appointment of a curator', () => {
    const openDialog = async (member: string) => {
      const user = open();
      await user.click(await screen.findByRole('button', { name: 'Appoint a curator' }));
      await user.type(await screen.findByRole('textbox', { name: 'Member' }), member);
      await user.type(field('Reason'), 'a fine eye');
      return () => user.click(button('Appoint'));
    };

    test('finds the member by the address of the public page', async () => {
      const submit = await openDialog('https://easel.example.org/u/mira');
      const counts = { pictures: 1, followers: 0, isYou: false, isFollowed: false, isBlocked: false };
      server.reply(peopleHttp.person, { success: true, person: { id: memberId, name: 'mira', ...counts } });
      server.reply(curatorsHttp.appoint, done);
      await submit();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(server.callsOf(peopleHttp.person)).toMatchObject([{ path: '/api/people/mira' }]);
      expect(server.callsOf(curatorsHttp.appoint)).toMatchObject([
        { path: `/api/admin/members/${memberId}/curator`, body: { curator: true, reason: 'a fine eye' } },
      ]);
    });

    test('says that nobody has the name, and keeps what was typed', async () => {
      const submit = await openDialog('mira');
      server.refuse(peopleHttp.person, peopleProblems.notFound);
      await submit();
      expect((await screen.findByRole('alert')).textContent).toMatch(/^Nobody has a public page under this name/);
      expect((field('Member') as HTMLInputElement).value).toBe('mira');
      expect(server.callsOf(curatorsHttp.appoint)).toEqual([]);
    });

    test('appoints by an id, and says that no member has it', async () => {
      const submit = await openDialog(memberId);
      server.refuse(curatorsHttp.appoint, curatorProblems.notFound);
      await submit();
      expect((await screen.findByRole('alert')).textContent).toBe('There is no member with this id');
      expect(server.callsOf(peopleHttp.person)).toEqual([]);
    });

    test('refuses what names no member', async () => {
      const submit = await openDialog('mira@example.org');
      await submit();
      expect((await screen.findByRole('alert')).textContent).toMatch(/^Enter a member’s id/);
      expect(server.callsOf(curatorsHttp.appoint)).toEqual([]);
    });
  });
});

describe('the list of curators for auditors', () => {
  withFakeServer('auditor');

  test('offers no appointment and no end', async () => {
    open(curator());
    await screen.findByRole('link', { name: 'mira' });
    expect(screen.queryByRole('button', { name: 'Appoint a curator' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'End' })).toBeNull();
  });
});
