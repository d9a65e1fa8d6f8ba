import { operatorsStream } from '@easel/contracts/operators/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { Acceptances } from './accept-invitation.ts';
import { AdministrationController } from './administration.controller.ts';
import { Administration } from './administration.ts';
import { InvitationReader } from './invitation-reader.ts';
import { operators } from './operators.decider.ts';
import { OperatorDirectory } from './operator-directory.ts';
import { OperatorSessions } from './operator-sessions.ts';
import { OperatorSignInLimits } from './operator-sign-in-limits.ts';
import { OperatorsController } from './operators.controller.ts';
import { OperatorLetters } from './operators.letters.ts';
import { OperatorsLookup } from './operators.lookup.ts';
import { Invitations, OperatorCredentials, UnlockLinks } from './operators.tables.ts';
import { postInvitations } from './post-invitations.process.ts';
import { PostInvitationHandler } from './post-invitations.ts';
import { settleOperatorSessions } from './settle-sessions.process.ts';
import { SettleOperatorSessionsHandler } from './settle-sessions.ts';
import { OperatorSignIns } from './sign-in.ts';
import { Unlocks } from './unlock.ts';

export const operatorsFeature = feature({
  soles: [{ stream: operatorsStream, decider: operators }],
  routes: [OperatorsController, AdministrationController],
  processes: [postInvitations, settleOperatorSessions],
  lookups: [OperatorsLookup],
  useCases: [PostInvitationHandler, SettleOperatorSessionsHandler],
  providers: [
    OperatorSignIns,
    Acceptances,
    Administration,
    OperatorDirectory,
    OperatorCredentials,
    OperatorSessions,
    OperatorSignInLimits,
    OperatorLetters,
    Invitations,
    InvitationReader,
    UnlockLinks,
    Unlocks,
  ],
});
