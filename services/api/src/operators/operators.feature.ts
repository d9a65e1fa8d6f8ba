import { feature } from '@easel/kernel/feature';
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
import { postInvitations } from './post-invitations.process.ts';
import { settleOperatorSessions } from './settle-sessions.process.ts';

export const operatorsFeature = feature({
  routes: [OperatorsController, AdministrationController],
  processes: [postInvitations, settleOperatorSessions],
  lookups: [OperatorsLookup],
  useCases: [
    SignInOperatorHandler,
    AcceptInvitationHandler,
    PostInvitationHandler,
    SettleOperatorSessionsHandler,
    InviteOperatorHandler,
    RenewInvitationHandler,
    ChangeOperatorHandler,
  ],
  providers: [
    OperatorDirectory,
    OperatorCredentials,
    OperatorSessions,
    OperatorSignInLimits,
    OperatorLetters,
    Invitations,
    InvitationReader,
  ],
});
