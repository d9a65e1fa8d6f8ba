import { Global, Module } from '@nestjs/common';
import { AdministrationController } from './administration.controller.ts';
import { ChangeOperatorHandler, InviteOperatorHandler, RenewInvitationHandler } from './administration.handlers.ts';
import { InvitationReader } from './invitation-reader.ts';
import { OperatorDirectory } from './operator-directory.ts';
import { OperatorSessions } from './operator-sessions.ts';
import { OperatorSignInLimits } from './operator-sign-in-limits.ts';
import { OperatorsController } from './operators.controller.ts';
import {
  AcceptInvitationHandler,
  PostInvitationHandler,
  SettleOperatorSessionsHandler,
  SignInOperatorHandler,
} from './operators.handlers.ts';
import { OperatorLetters } from './operators.letters.ts';
import { OperatorsLookup } from './operators.lookup.ts';
import { Invitations, OperatorCredentials } from './operators.tables.ts';

@Global()
@Module({
  controllers: [OperatorsController, AdministrationController],
  providers: [
    OperatorDirectory,
    OperatorCredentials,
    OperatorSessions,
    OperatorSignInLimits,
    OperatorLetters,
    Invitations,
    InvitationReader,
    OperatorsLookup,
    SignInOperatorHandler,
    AcceptInvitationHandler,
    PostInvitationHandler,
    SettleOperatorSessionsHandler,
    InviteOperatorHandler,
    RenewInvitationHandler,
    ChangeOperatorHandler,
  ],
  exports: [OperatorDirectory, OperatorsLookup],
})
export class OperatorsModule {}
