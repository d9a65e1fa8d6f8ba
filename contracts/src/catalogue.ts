import { accountFacts } from './account/events.ts';
import { auditFacts } from './audit/events.ts';
import { curatorFacts } from './curators/events.ts';
import { earningsFacts } from './earnings/events.ts';
import { favoriteFacts } from './favorites/events.ts';
import { generationFacts } from './generation/events.ts';
import { installationFacts } from './installation/events.ts';
import type { FactsOf } from './kernel/event.ts';
import { exportFacts } from './kernel/exports.events.ts';
import { memberFacts } from './members/events.ts';
import { messageFacts } from './messages/events.ts';
import { operationFacts } from './operations/events.ts';
import { operatorFacts } from './operators/events.ts';
import { checkoutFacts, settingsFacts } from './settings/events.ts';
import { telemetryFacts } from './telemetry/events.ts';

/** Every fact of the system, by type. */
export const catalogue = {
  ...memberFacts,
  ...accountFacts,
  ...earningsFacts,
  ...curatorFacts,
  ...settingsFacts,
  ...checkoutFacts,
  ...generationFacts,
  ...favoriteFacts,
  ...telemetryFacts,
  ...messageFacts,
  ...operatorFacts,
  ...operationFacts,
  ...auditFacts,
  ...exportFacts,
  ...installationFacts,
};
export type AnyFact = FactsOf<typeof catalogue>;
