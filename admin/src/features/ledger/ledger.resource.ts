import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import AccountBalance from '@mui/icons-material/AccountBalanceOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';
import { savedFiltersOf } from '../../lib/saved-filters.ts';

/** Every movement of every account, and any account at any instant. */
export const ledger: ConsoleResource = {
  name: 'ledger',
  label: 'Ledger',
  icon: AccountBalance,
  list: lazy(() => import('./ledger-list.tsx')),
  show: lazy(() => import('./entry-show.tsx')),
  savedFilters: savedFiltersOf('ledger'),
  foundById: true,
  access: {
    list: ledgerConsoleHttp.list,
    show: ledgerConsoleHttp.one,
    export: ledgerConsoleHttp.export,
  },
};
