import { Module } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { Credentials } from './credentials.tables.ts';
import { MembersController } from './members.controller.ts';
import { RegisterMemberHandler, SignInHandler } from './members.handlers.ts';
import { MembersLookup } from './members.lookup.ts';
import { UserPresenter } from './user.presenter.ts';

@Module({
  controllers: [MembersController],
  providers: [RegisterMemberHandler, SignInHandler, Credentials, MembersLookup, AccountLookup, UserPresenter],
})
export class MembersModule {}
