import { accountStream } from '@easel/contracts/account/stream';
import type { Pool } from '@easel/kernel/database/database';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { mounted } from '@easel/kernel/deciding/mounted';
import type { ProcessBook } from '@easel/kernel/following/process-book';
import { BACKGROUND_POOL, BOOK, LOGGER } from '@easel/kernel/server/tokens';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { EarningsLookup } from '../earnings/earnings.lookup.ts';
import { MemberRoll } from '../members/member-roll.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { AccountController } from './account.controller.ts';
import { account } from './account.decider.ts';
import { AccountLookup } from './account.lookup.ts';
import { StoredAllowanceSweeps } from './allowance-sweep.tables.ts';
import { AllowanceSweep } from './allowance-sweep.ts';
import { FollowPlansHandler } from './plan.handlers.ts';
import { RequestPayoutHandler, SettlePayoutHandler } from './payout.handlers.ts';
import { PayoutsLookup } from './payouts.lookup.ts';

@Module({
  controllers: [AccountController],
  providers: [
    mounted(accountStream, account),
    FollowPlansHandler,
    RequestPayoutHandler,
    SettlePayoutHandler,
    AccountLookup,
    EarningsLookup,
    PayoutsLookup,
    MembersLookup,
    MemberRoll,
    {
      provide: AllowanceSweep,
      useFactory: (
        runner: DeciderRunner,
        members: MemberRoll,
        { locks }: ProcessBook<unknown>,
        pool: Pool,
        logger: Logger,
      ) => new AllowanceSweep({ runner, members, locks, sweeps: new StoredAllowanceSweeps(pool), logger }),
      inject: [DeciderRunner, MemberRoll, BOOK, BACKGROUND_POOL, LOGGER],
    },
  ],
  exports: [AllowanceSweep],
})
export class AccountModule {}
