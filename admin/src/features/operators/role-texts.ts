import type { OperatorRole } from '@easel/contracts/kernel/http';

/** What a role is for. */
export const roleTexts: Readonly<Record<OperatorRole, string>> = {
  admin: 'May do everything, also invite and disable operators.',
  support: 'Answers messages.',
  analyst: 'Looks at events and performance, rebuilds projections.',
  auditor: 'Reads the ledger and its proofs; changes nothing.',
};
