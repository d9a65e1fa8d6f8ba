import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import { screen } from '@testing-library/react';
import { Link } from 'react-router';
import { expect, test } from 'vitest';
import { AccountCard } from '../features/ledger/account-card.tsx';
import { accountPath } from '../features/ledger/addresses.ts';
import { server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer('auditor');

const memberId = '6d7c1b1e-1111-4c3f-9a55-000000000001';
const AT = '2026-11-21T10:00:00.000Z';

test('shows no balance of another instant while that of the chosen one is on its way', async () => {
  server.reply(ledgerConsoleHttp.list, []);
  server.reply(ledgerConsoleHttp.account, {
    success: true,
    member_id: memberId,
    at: null,
    balance: { credits: 12.5, held: 0, dollars: 40, frozen: 0 },
    entries: 3,
    first_at: AT,
    last_at: AT,
  });
  const user = show(
    <>
      <AccountCard memberId={memberId} />
      <Link to={accountPath(memberId, AT)}>Then</Link>
    </>,
  );
  await screen.findByText('$40.00');
  server.hold(ledgerConsoleHttp.account);
  await user.click(screen.getByRole('link', { name: 'Then' }));
  await screen.findByText('Balance at 2026-11-21 10:00:00.000 UTC');
  expect(screen.queryByText('$40.00')).toBeNull();
});
