import { lockoutTables } from '@easel/kernel/identity/lockout';
import { allowanceSweepTables } from './account/allowance-sweep.tables.ts';
import { auditClaimTables, auditTables } from './audit/audits.tables.ts';
import { renderProviderTables, renderQueueTables } from './generation/render-queue.tables.ts';
import { dataExportTables } from './data-export/data-exports.tables.ts';
import { challengeMailingTables } from './competitions/challenge-mailings.tables.ts';
import { invoiceTables } from './invoices/invoices.tables.ts';
import { mailClaimTables, mailTables, postedMailTables } from './mail/mail.tables.ts';
import { credentialChangeTables, credentialTables, leftAddressTables } from './members/credentials.tables.ts';
import { digestTables } from './members/digests.tables.ts';
import { mailLinkTables } from './members/mail-links.tables.ts';
import { leftPublicNameTables, publicNameTables } from './members/public-names.tables.ts';
import { referralMailboxTables } from './members/referral-mailboxes.tables.ts';
import { messageTables } from './messages/messages.tables.ts';
import { operatorInvitationTables, operatorTables, operatorUnlockTables } from './operators/operators.tables.ts';
import { paymentTables } from './payments/payments.tables.ts';

/** The command side's own tables, beside the kernel's; a step's place never changes, so new ones come last. */
export const apiTables = [
  ...credentialTables,
  ...operatorTables,
  ...credentialChangeTables,
  ...mailLinkTables,
  ...mailTables,
  ...lockoutTables,
  ...renderQueueTables,
  ...paymentTables,
  ...allowanceSweepTables,
  ...messageTables,
  ...operatorInvitationTables,
  ...auditTables,
  ...leftAddressTables,
  ...referralMailboxTables,
  ...mailClaimTables,
  ...auditClaimTables,
  ...digestTables,
  ...publicNameTables,
  ...dataExportTables,
  ...leftPublicNameTables,
  ...operatorUnlockTables,
  ...invoiceTables,
  ...postedMailTables,
  ...challengeMailingTables,
  ...renderProviderTables,
];
