import { accountHttp } from './account/http.ts';
import { auditHttp } from './audit/http.ts';
import { curatorsHttp } from './curators/http.ts';
import { dashboardHttp } from './dashboard/http.ts';
import { downloadsHttp } from './downloads/http.ts';
import { earningsHttp } from './earnings/http.ts';
import { eventsHttp } from './events/http.ts';
import { favoritesHttp } from './favorites/http.ts';
import { galleryHttp } from './gallery/http.ts';
import { generationHttp } from './generation/http.ts';
import { healthHttp } from './kernel/health.http.ts';
import type { Route } from './kernel/http.ts';
import { ledgerConsoleHttp } from './ledger/console.http.ts';
import { ledgerHttp } from './ledger/http.ts';
import { mailHttp } from './mail/http.ts';
import { membersHttp } from './members/http.ts';
import { presetsHttp } from './members/presets.http.ts';
import { messagesHttp } from './messages/http.ts';
import { operationsHttp } from './operations/http.ts';
import { overviewHttp } from './operations/overview.http.ts';
import { operatorsHttp } from './operators/http.ts';
import { paymentsHttp } from './payments/http.ts';
import { purchasesHttp } from './purchases/http.ts';
import { checkoutHttp } from './settings/checkout.http.ts';
import { settingsHttp } from './settings/http.ts';
import { subscriptionsHttp } from './subscriptions/http.ts';

/** Every route of the product: what a test walks to see that each is mounted once and guarded as it says. */
export const routes: readonly Route[] = [
  healthHttp,
  membersHttp,
  presetsHttp,
  mailHttp,
  accountHttp,
  subscriptionsHttp,
  paymentsHttp,
  purchasesHttp,
  downloadsHttp,
  curatorsHttp,
  earningsHttp,
  ledgerHttp,
  settingsHttp,
  checkoutHttp,
  generationHttp,
  galleryHttp,
  favoritesHttp,
  dashboardHttp,
  operatorsHttp,
  messagesHttp,
  eventsHttp,
  operationsHttp,
  overviewHttp,
  auditHttp,
  ledgerConsoleHttp,
].flatMap((feature) => Object.values<Route>(feature));
