import type { Pool } from '@easel/kernel/database';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import type { ProcessBook } from '@easel/kernel/process-book';
import { BACKGROUND_POOL, BOOK, LOGGER } from '@easel/kernel/tokens';
import { Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { MemberRoll } from '../members/member-roll.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { AccountController } from './account.controller.ts';
import { GrantCreditsHandler, HoldCreditsHandler, OpenMonthHandler, SettleHoldHandler } from './account.handlers.ts';
import { AccountLookup } from './account.lookup.ts';
import { StoredAllowanceSweeps } from './allowance-sweep.tables.ts';
import { AllowanceSweep } from './allowance-sweep.ts';
import { RequestPayoutHandler, SettleEarningsHandler, SettlePayoutHandler } from './payout.handlers.ts';
import { GrantDownloadHandler, PurchaseImageHandler } from './purchase.handlers.ts';
import { GrantReferralCreditsHandler } from './referral-grant.handlers.ts';
import {
  DowngradeSubscriptionHandler,
  FollowSubscriptionHandler,
  ReinstateSubscriptionHandler,
  ReverseSubscriptionHandler,
} from './subscription.handlers.ts';
import { DisputeWalletHandler, RefundWalletHandler, TopUpWalletHandler } from './wallet.handlers.ts';

@Module({
  controllers: [AccountController],
  providers: [
    GrantCreditsHandler,
    HoldCreditsHandler,
    SettleHoldHandler,
    OpenMonthHandler,
    TopUpWalletHandler,
    RefundWalletHandler,
    DisputeWalletHandler,
    PurchaseImageHandler,
    GrantDownloadHandler,
    FollowSubscriptionHandler,
    ReverseSubscriptionHandler,
    ReinstateSubscriptionHandler,
    DowngradeSubscriptionHandler,
    GrantReferralCreditsHandler,
    SettleEarningsHandler,
    RequestPayoutHandler,
    SettlePayoutHandler,
    AccountLookup,
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
