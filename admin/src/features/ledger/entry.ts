export type { LedgerRecord } from '@easel/contracts/ledger/console.http';
