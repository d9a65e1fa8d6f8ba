import { accountStream } from '@easel/contracts/account/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { AccountController } from './account.controller.ts';
import { account } from './account.decider.ts';
import { AccountMonthLookup } from './account-month.lookup.ts';
import { AccountLookup } from './account.lookup.ts';
import { EntitlementsLookup } from './entitlements.lookup.ts';
import { PlanAccounts } from './follow-plans.ts';
import { openAccounts } from './open-account.process.ts';
import { settleHolds } from './settle-holds.process.ts';
import { SettledLookup } from './settled.lookup.ts';

export const accountFeature = feature({
  stream: accountStream,
  decider: account,
  routes: [AccountController],
  processes: [openAccounts, settleHolds],
  lookups: [AccountLookup, AccountMonthLookup, EntitlementsLookup, SettledLookup],
  useCases: [PlanAccounts],
});
