import { Module } from '@nestjs/common';
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
import { Invitations, OperatorCredentials } from './operators.tables.ts';

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
    SignInOperatorHandler,
    AcceptInvitationHandler,
    PostInvitationHandler,
    SettleOperatorSessionsHandler,
    InviteOperatorHandler,
    RenewInvitationHandler,
    ChangeOperatorHandler,
  ],
  exports: [OperatorDirectory],
})
export class OperatorsModule {}
