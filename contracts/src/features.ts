import { accountFacts } from './account/events.ts';
import { accountHttp } from './account/http.ts';
import { accountStream } from './account/stream.ts';
import { auditFacts } from './audit/events.ts';
import { auditHttp } from './audit/http.ts';
import { auditStream } from './audit/stream.ts';
import { chatFacts } from './chat/events.ts';
import { chatConsoleHttp } from './chat/console.http.ts';
import { chatHttp } from './chat/http.ts';
import { conversationStream } from './chat/stream.ts';
import { collectedFacts, collectionFacts } from './collections/events.ts';
import { collectionsHttp } from './collections/http.ts';
import { collectedStream, collectionsStream } from './collections/stream.ts';
import { queryFacts } from './columns/events.ts';
import { sqlHttp } from './columns/http.ts';
import { statementFacts } from './columns/statements.events.ts';
import { queriesStream, statementStream } from './columns/stream.ts';
import { competitionFacts } from './competitions/events.ts';
import { competitionsConsoleHttp } from './competitions/console.http.ts';
import { competitionsHttp } from './competitions/http.ts';
import { competitionStream } from './competitions/stream.ts';
import { curatorsConsoleHttp } from './curators/console.http.ts';
import { curatorFacts } from './curators/events.ts';
import { curatorsHttp } from './curators/http.ts';
import { curatorStream } from './curators/stream.ts';
import { dataExportHttp } from './data-export/http.ts';
import { dashboardHttp } from './dashboard/http.ts';
import { downloadsHttp } from './downloads/http.ts';
import { payoutsConsoleHttp } from './earnings/console.http.ts';
import { earningsFacts } from './earnings/events.ts';
import { earningsHttp } from './earnings/http.ts';
import { profitsHttp } from './earnings/profits.http.ts';
import { earningsStream } from './earnings/stream.ts';
import { erasureHttp } from './erasure/http.ts';
import { eventsHttp } from './events/http.ts';
import { favoriteFacts } from './favorites/events.ts';
import { favoritesHttp } from './favorites/http.ts';
import { favoritesStream } from './favorites/stream.ts';
import { filterFacts } from './filters/events.ts';
import { filtersHttp } from './filters/http.ts';
import { filtersStream } from './filters/stream.ts';
import { galleryHttp } from './gallery/http.ts';
import { generationFacts } from './generation/events.ts';
import { generationHttp } from './generation/http.ts';
import { generationStream } from './generation/stream.ts';
import { installationFacts } from './installation/events.ts';
import { installationStream } from './installation/stream.ts';
import { invoiceFacts } from './invoices/events.ts';
import { invoicesHttp } from './invoices/http.ts';
import { invoicesStream } from './invoices/stream.ts';
import type { FactCatalogue } from './kernel/event.ts';
import { exportFacts } from './kernel/exports.events.ts';
import { exportStream } from './kernel/exports.stream.ts';
import { healthHttp } from './kernel/health.http.ts';
import type { Route } from './kernel/http.ts';
import type { SoleStream, StreamKind } from './kernel/stream.ts';
import { ledgerConsoleHttp } from './ledger/console.http.ts';
import { ledgerHttp } from './ledger/http.ts';
import { mailHttp } from './mail/http.ts';
import { memberFacts } from './members/events.ts';
import { marketingHttp } from './members/marketing.http.ts';
import { membersHttp } from './members/http.ts';
import { presetsHttp } from './members/presets.http.ts';
import { registrationHttp } from './members/registration.http.ts';
import { memberStream } from './members/stream.ts';
import { messageFacts } from './messages/events.ts';
import { messagesHttp } from './messages/http.ts';
import { messageStream } from './messages/stream.ts';
import { operationFacts } from './operations/events.ts';
import { operationsHttp } from './operations/http.ts';
import { overviewHttp } from './operations/overview.http.ts';
import { projectionStream } from './operations/stream.ts';
import { operatorFacts } from './operators/events.ts';
import { operatorsHttp } from './operators/http.ts';
import { operatorsStream } from './operators/stream.ts';
import { orderFacts } from './orders/events.ts';
import { orderActionsHttp } from './orders/actions.http.ts';
import { ordersConsoleHttp } from './orders/console.http.ts';
import { ordersHttp } from './orders/http.ts';
import { printHttp } from './orders/print.http.ts';
import { lookupFacts } from './orders/lookups.events.ts';
import { lookupStream, orderStream } from './orders/stream.ts';
import { openapiHttp } from './openapi/http.ts';
import { originHttp } from './origin/http.ts';
import { pagesHttp } from './pages/http.ts';
import { webhookFacts } from './payments/events.ts';
import { paymentsHttp } from './payments/http.ts';
import { webhookStream } from './payments/stream.ts';
import { followFacts } from './people/events.ts';
import { peopleHttp } from './people/http.ts';
import { followsStream } from './people/stream.ts';
import { productsHttp } from './products/http.ts';
import { providerFacts, routingFacts, spendingFacts } from './providers/events.ts';
import { providerFiguresHttp } from './providers/figures.http.ts';
import { providersHttp } from './providers/http.ts';
import { providerStream, routingStream, spendingStream } from './providers/stream.ts';
import { purchasesHttp } from './purchases/http.ts';
import { revenueHttp } from './revenue/http.ts';
import { searchFacts } from './search/events.ts';
import { reportFacts } from './reports/events.ts';
import { reportsHttp } from './reports/http.ts';
import { scheduleFacts } from './reports/schedules.events.ts';
import { reportStream, scheduleStream } from './reports/stream.ts';
import { searchHttp } from './search/http.ts';
import { searchesStream } from './search/stream.ts';
import { checkoutHttp } from './settings/checkout.http.ts';
import { checkoutFacts, settingsFacts } from './settings/events.ts';
import { settingsHttp } from './settings/http.ts';
import { checkoutStream, pricesStream } from './settings/stream.ts';
import { shareFacts } from './shares/events.ts';
import { sharesHttp } from './shares/http.ts';
import { sharesStream } from './shares/stream.ts';
import { subscriptionsHttp } from './subscriptions/http.ts';
import { telemetryFacts } from './telemetry/events.ts';
import { journeysHttp } from './telemetry/journeys.http.ts';
import { telemetryConsoleHttp } from './telemetry/console.http.ts';
import { telemetryHttp } from './telemetry/http.ts';
import { activityStream, viewsStream, visitsStream, vitalsStream } from './telemetry/stream.ts';
import { viewFacts } from './telemetry/views.events.ts';
import { vitalsFacts } from './telemetry/vitals.events.ts';
import { trialFacts } from './trials/events.ts';
import { trialsHttp } from './trials/http.ts';
import { trialsStream } from './trials/stream.ts';
import { uploadFacts } from './uploads/events.ts';
import { uploadsHttp } from './uploads/http.ts';
import { uploadStream } from './uploads/stream.ts';

/** What a feature brings into the log and onto the wire. */
interface Feature {
  facts?: FactCatalogue;
  streams?: readonly (StreamKind | SoleStream)[];
  routes?: readonly Readonly<Record<string, Route>>[];
  /** By name, those that operators pause, resume and rebuild. */
  readModels?: readonly string[];
}

/**
 * Every feature, a line each: catalogue, streams, routes and names follow from these. Servers' alone, as it knows the
 * facts.
 */
export const features: readonly Feature[] = [
  { routes: [healthHttp] },
  { routes: [openapiHttp] },
  {
    facts: memberFacts,
    streams: [memberStream],
    routes: [registrationHttp, membersHttp, marketingHttp, presetsHttp, erasureHttp, dataExportHttp],
  },
  { routes: [mailHttp] },
  { routes: [originHttp] },
  { facts: accountFacts, streams: [accountStream], routes: [accountHttp] },
  { routes: [subscriptionsHttp] },
  { facts: webhookFacts, streams: [webhookStream], routes: [paymentsHttp] },
  { routes: [purchasesHttp], readModels: ['purchases'] },
  { facts: invoiceFacts, streams: [invoicesStream], routes: [invoicesHttp], readModels: ['invoices'] },
  {
    facts: orderFacts,
    streams: [orderStream],
    routes: [ordersHttp, ordersConsoleHttp, orderActionsHttp, printHttp],
    readModels: ['orders'],
  },
  { facts: lookupFacts, streams: [lookupStream] },
  { routes: [productsHttp] },
  { routes: [downloadsHttp] },
  {
    facts: earningsFacts,
    streams: [earningsStream],
    routes: [earningsHttp, profitsHttp, payoutsConsoleHttp],
    readModels: ['profits'],
  },
  {
    facts: competitionFacts,
    streams: [competitionStream],
    routes: [competitionsHttp, competitionsConsoleHttp],
    readModels: ['competitions'],
  },
  {
    facts: curatorFacts,
    streams: [curatorStream],
    routes: [curatorsHttp, curatorsConsoleHttp],
    readModels: ['curators'],
  },
  { routes: [ledgerHttp, ledgerConsoleHttp], readModels: ['ledger'] },
  {
    facts: { ...settingsFacts, ...checkoutFacts },
    streams: [pricesStream, checkoutStream],
    routes: [settingsHttp, checkoutHttp],
  },
  { facts: generationFacts, streams: [generationStream], routes: [generationHttp] },
  {
    facts: { ...providerFacts, ...routingFacts },
    streams: [providerStream, routingStream],
    routes: [providersHttp, providerFiguresHttp],
    readModels: ['providers'],
  },
  { facts: spendingFacts, streams: [spendingStream] },
  { facts: uploadFacts, streams: [uploadStream], routes: [uploadsHttp], readModels: ['uploads'] },
  { facts: trialFacts, streams: [trialsStream], routes: [trialsHttp] },
  { routes: [galleryHttp], readModels: ['gallery'] },
  { facts: searchFacts, streams: [searchesStream], routes: [searchHttp], readModels: ['search'] },
  { facts: favoriteFacts, streams: [favoritesStream], routes: [favoritesHttp], readModels: ['favorites'] },
  {
    facts: { ...collectionFacts, ...collectedFacts },
    streams: [collectionsStream, collectedStream],
    routes: [collectionsHttp],
    readModels: ['collections'],
  },
  { facts: shareFacts, streams: [sharesStream], routes: [sharesHttp] },
  { facts: followFacts, streams: [followsStream], routes: [peopleHttp], readModels: ['people'] },
  { routes: [revenueHttp], readModels: ['revenue'] },
  { routes: [pagesHttp] },
  { routes: [dashboardHttp], readModels: ['dashboard'] },
  {
    facts: { ...telemetryFacts, ...vitalsFacts, ...viewFacts },
    streams: [activityStream, visitsStream, vitalsStream, viewsStream],
    routes: [telemetryHttp, telemetryConsoleHttp, journeysHttp],
    readModels: ['analytics', 'performance', 'journeys'],
  },
  { facts: messageFacts, streams: [messageStream], routes: [messagesHttp], readModels: ['messages'] },
  {
    facts: chatFacts,
    streams: [conversationStream],
    routes: [chatHttp, chatConsoleHttp],
    readModels: ['conversations'],
  },
  { facts: operatorFacts, streams: [operatorsStream], routes: [operatorsHttp] },
  { routes: [eventsHttp], readModels: ['events'] },
  { facts: filterFacts, streams: [filtersStream], routes: [filtersHttp], readModels: ['filters'] },
  {
    facts: { ...queryFacts, ...statementFacts },
    streams: [queriesStream, statementStream],
    routes: [sqlHttp],
    readModels: ['queries'],
  },
  {
    facts: { ...reportFacts, ...scheduleFacts },
    streams: [reportStream, scheduleStream],
    routes: [reportsHttp],
    readModels: ['reports'],
  },
  {
    facts: operationFacts,
    streams: [projectionStream],
    routes: [operationsHttp, overviewHttp],
    readModels: ['overview'],
  },
  { facts: auditFacts, streams: [auditStream], routes: [auditHttp] },
  { facts: exportFacts, streams: [exportStream] },
  { facts: installationFacts, streams: [installationStream] },
];
