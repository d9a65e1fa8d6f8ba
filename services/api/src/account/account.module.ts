import { accountStream } from '@easel/contracts/account/stream';
import { mounted } from '@easel/kernel/mounted';
import { Global, Module } from '@nestjs/common';
import { AccountController } from './account.controller.ts';
import { account } from './account.decider.ts';
import { AccountLookup } from './account.lookup.ts';
import { EntitlementsLookup } from './entitlements.lookup.ts';
import { FollowPlansHandler } from './plan.handlers.ts';
import { RequestPayoutHandler, SettlePayoutHandler } from './payout.handlers.ts';
import { PayoutsLookup } from './payouts.lookup.ts';
import { SettledLookup } from './settled.lookup.ts';

@Global()
@Module({
  controllers: [AccountController],
  providers: [
    mounted(accountStream, account),
    FollowPlansHandler,
    RequestPayoutHandler,
    SettlePayoutHandler,
    AccountLookup,
    EntitlementsLookup,
    PayoutsLookup,
    SettledLookup,
  ],
  exports: [AccountLookup, EntitlementsLookup, PayoutsLookup, SettledLookup],
})
export class AccountModule {}
