import { accountStream } from '@easel/contracts/account/stream';
import type { Pool } from '@easel/kernel/database/database';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { feature } from '@easel/kernel/deciding/feature';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { BACKGROUND_POOL, BOOK, LOGGER } from '@easel/kernel/server/tokens';
import type { Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { MemberRoll } from '../members/member-roll.lookup.ts';
import { AccountController } from './account.controller.ts';
import { account } from './account.decider.ts';
import { AccountLookup } from './account.lookup.ts';
import { StoredAllowanceSweeps } from './allowance-sweep.tables.ts';
import { AllowanceSweep } from './allowance-sweep.ts';
import { EntitlementsLookup } from './entitlements.lookup.ts';
import { PlanAccounts } from './follow-plans.ts';
import { openAccounts } from './open-account.process.ts';
import { PayoutsLookup } from './payouts.lookup.ts';
import { settleHolds } from './settle-holds.process.ts';
import { SettledLookup } from './settled.lookup.ts';

const allowanceSweep: Provider = {
  provide: AllowanceSweep,
  useFactory: (
    runner: DeciderRunner,
    members: MemberRoll,
    { locks }: ProcessBook<unknown>,
    pool: Pool,
    logger: Logger,
  ) => new AllowanceSweep({ runner, members, locks, sweeps: new StoredAllowanceSweeps(pool), logger }),
  inject: [DeciderRunner, MemberRoll, BOOK, BACKGROUND_POOL, LOGGER],
};

export const accountFeature = feature({
  stream: accountStream,
  decider: account,
  routes: [AccountController],
  processes: [openAccounts, settleHolds],
  lookups: [AccountLookup, EntitlementsLookup, PayoutsLookup, SettledLookup],
  useCases: [PlanAccounts, allowanceSweep],
});
