import { Module } from '@nestjs/common';
import { MembersLookup } from '../members/members.lookup.ts';
import { AccountController } from './account.controller.ts';
import { GrantCreditsHandler, HoldCreditsHandler, SettleHoldHandler } from './account.handlers.ts';
import { AccountLookup } from './account.lookup.ts';

@Module({
  controllers: [AccountController],
  providers: [GrantCreditsHandler, HoldCreditsHandler, SettleHoldHandler, AccountLookup, MembersLookup],
})
export class AccountModule {}
