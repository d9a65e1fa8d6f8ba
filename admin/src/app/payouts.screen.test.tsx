import { payoutsConsoleHttp, type PayoutRecord } from '@easel/contracts/earnings/console.http';
import { earningsHttp } from '@easel/contracts/earnings/http';
import { earningProblems } from '@easel/contracts/earnings/policy';
import { screen, waitFor, within } from '@testing-library/react';
import { useRouterProvider } from 'react-admin';
import { beforeEach, describe, expect, test } from 'vitest';
import PayoutList from '../features/payouts/payout-list.tsx';
import PayoutShow from '../features/payouts/payout-show.tsx';
import { shortId } from '../ui/shorten-id.ts';
import { mayDo } from './access.ts';
import { button, listOf, server, show, withFakeServer } from './testing/screen.tsx';

const memberId = '1d7c1b1e-1111-4c3f-9a55-000000000001';
const payout = (number: number, changes: Partial<PayoutRecord> = {}): PayoutRecord => ({
  id: `6d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  member_id: memberId,
  status: 'requested',
  credits: 10,
  dollars: 0.2,
  amount: 0.7,
  reference: `PAYOUT-${number}`,
  requested_at: '2026-11-20T12:00:00.000Z',
  settled_at: null,
  reason: null,
  operator_id: null,
  confirmed_by: null,
  confirmed_at: null,
  bank: 'DE3000',
  cursor: String(100 - number),
  ...changes,
});
/** Renders the console with react-admin's own router, which uses the hash. */
function Page() {
  const { Route, Routes } = useRouterProvider();
  return (
    <Routes>
      <Route path="/payouts/:id/show" element={<PayoutShow />} />
    </Routes>
  );
}

const lastFilter = (): unknown => JSON.parse(server.callsOf(listOf('payouts')).at(-1)?.query['filter'] ?? 'null');

beforeEach(() => {
  window.location.hash = '';
});

test.each([
  ['admin', true, true],
  ['auditor', true, false],
  ['support', false, false],
  ['analyst', false, false],
])('shows payouts to the role %s: %s, and exports them: %s', (role, isShown, exports) => {
  expect(mayDo(role, 'payouts', 'list')).toBe(isShown);
  expect(mayDo(role, 'payouts', 'show')).toBe(isShown);
  expect(mayDo(role, 'payouts', 'export')).toBe(exports);
});

describe('the list of payouts', () => {
  withFakeServer('admin');

  test('shows status, amount, member and bank account, and pages from the last one', async () => {
    server.reply(
      listOf('payouts'),
      [payout(1), payout(2, { status: 'paid', settled_at: '2026-11-21T12:00:00.000Z', bank: null })],
      { 'x-more': 'true' },
    );
    const user = show(<PayoutList />, { resource: 'payouts' });
    const [, ...rows] = await within(await screen.findByRole('region', { name: 'Payouts' })).findAllByRole('row');
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells[0]?.slice(0, 5)).toEqual(['PAYOUT-1', 'Open', '$0.70', shortId(memberId), 'DE … 3000']);
    expect(cells[1]?.slice(0, 5)).toEqual(['PAYOUT-2', 'Paid', '$0.70', shortId(memberId), '–']);
    expect(cells[1]?.at(-1)).toBe('2026-11-21 12:00:00');
    await user.click(button('Next'));
    await waitFor(() => expect(lastFilter()).toEqual({ before: '98' }));
    expect(button('Open requests for the bank')).toBeTruthy();
  });
});

describe('the page of a payout', () => {
  withFakeServer('admin');
  const one = payout(1);
  const open = (record: PayoutRecord) => {
    server.reply(payoutsConsoleHttp.record, record);
    window.location.hash = `#/payouts/${record.id}/show`;
    return show(<Page />, { resource: 'payouts' });
  };

  test('marks it as paid with a reason', async () => {
    const user = open(one);
    await user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'transferred');
    server.reply(earningsHttp.settlePayout, { success: true as const, settled: true });
    await user.click(button('Mark $0.70 as paid'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = server.callsOf(earningsHttp.settlePayout);
    expect(sent).toMatchObject({
      path: `/api/admin/members/${memberId}/payouts/${one.id}`,
      body: { outcome: 'paid', reason: 'transferred' },
    });
  });

  test('says that a large one needs a second confirmation', async () => {
    const user = open({ ...one, amount: 1000.01 });
    await user.click(await screen.findByRole('button', { name: 'Mark as paid' }));
    expect(screen.getByText(/^Payouts above \$1,000.00 are confirmed twice/)).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'checked');
    server.reply(earningsHttp.settlePayout, { success: true as const, settled: false });
    expect(screen.getByText(/Do not transfer anything/)).toBeTruthy();
    expect(screen.queryByText(/after the transfer/)).toBeNull();
    await user.click(button('Confirm $1,000.01'));
    expect(await screen.findByText('PAYOUT-1 needs a second confirmation')).toBeTruthy();
  });

  test('keeps the input if the server refuses', async () => {
    const user = open(one);
    await user.click(await screen.findByRole('button', { name: 'Return to the member' }));
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'closed account');
    server.refuse(earningsHttp.settlePayout, earningProblems.payoutSettled);
    await user.click(button('Return $0.70'));
    expect(await screen.findByText('This payout was settled otherwise')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('closed account');
  });

  test('offers no action for a settled one, and shows the reason', async () => {
    open({ ...one, status: 'returned', settled_at: '2026-11-21T12:00:00.000Z', reason: 'closed account' });
    expect(await screen.findByText('closed account')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark as paid' })).toBeNull();
  });
});
