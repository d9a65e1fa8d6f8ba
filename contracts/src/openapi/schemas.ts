import * as z from 'zod/mini';
import { accountHttp } from '../account/http.ts';
import { auditFinding, auditHttp } from '../audit/http.ts';
import { dropped } from '../chat/http.ts';
import { collectionsHttp } from '../collections/http.ts';
import { sqlHttp } from '../columns/http.ts';
import { shownCompetition, shownEntry } from '../competitions/http.ts';
import { dataExport, dataExportHttp } from '../data-export/http.ts';
import { quote } from '../downloads/http.ts';
import { erasure, erasureHttp } from '../erasure/http.ts';
import { eventsHttp } from '../events/http.ts';
import { author, generation, generationHttp, variant } from '../generation/http.ts';
import { generationRequest } from '../generation/bodies.http.ts';
import { aspectRatioKeys, SEED_MAX } from '../generation/policy.ts';
import { historyEntry } from '../kernel/console.ts';
import { pagination } from '../kernel/pages.ts';
import { ledgerConsoleHttp } from '../ledger/console.http.ts';
import { ledgerBalance, ledgerEntry } from '../ledger/http.ts';
import { membersHttp, session, signedIn, user } from '../members/http.ts';
import { marketingHttp } from '../members/marketing.http.ts';
import { preset } from '../members/presets.http.ts';
import { messagesHttp, submission } from '../messages/http.ts';
import { operationsHttp } from '../operations/http.ts';
import { operatorsHttp } from '../operators/http.ts';
import { ordersHttp } from '../orders/http.ts';
import { checkout } from '../payments/http.ts';
import { peopleHttp } from '../people/http.ts';
import { providersHttp } from '../providers/http.ts';
import { purchase, purchaseBody } from '../purchases/http.ts';
import { reportsHttp } from '../reports/http.ts';
import { foundImage } from '../search/http.ts';
import { checkoutHttp } from '../settings/checkout.http.ts';
import { priceList } from '../settings/http.ts';
import { plan } from '../subscriptions/http.ts';
import { metric } from '../telemetry/http.ts';
import { trial } from '../trials/http.ts';

/** The shape of every error, for the document; `ProblemReply` is its type. */
const problemReply = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.string(),
});

/** Parts of replies that occur more than once, and replies that several operations share, by their names. */
export const sharedReplies: Readonly<Record<string, z.ZodMiniType>> = {
  OrderChanged: ordersHttp.changeAddress.reply,
  Problem: problemReply,
  Pagination: pagination,
  Author: author,
  Variant: variant,
  Generation: generation,
  FoundImage: foundImage,
  Challenge: shownCompetition,
  ChallengeEntry: shownEntry,
  Trial: trial,
  Preset: preset,
  Purchase: purchase,
  Quote: quote,
  Checkout: checkout,
  Plan: plan,
  PriceList: priceList,
  LedgerBalance: ledgerBalance,
  LedgerEntry: ledgerEntry,
  User: user,
  Session: session,
  DataExport: dataExport,
  Erasure: erasure,
  PageMetric: metric,
  HistoryEntry: historyEntry,
  AuditFinding: auditFinding,
  AuditRecord: auditHttp.list.reply._zod.def.element,
  EventRecord: eventsHttp.list.reply._zod.def.element,
  LedgerRecord: ledgerConsoleHttp.list.reply._zod.def.element,
  MessageRecord: messagesHttp.list.reply._zod.def.element,
  OperatorRecord: operatorsHttp.list.reply._zod.def.element,
  ProjectionRecord: operationsHttp.list.reply._zod.def.element,
  SignedInReply: signedIn,
  SignedInOperatorReply: operatorsHttp.login.reply,
  MessageReply: membersHttp.changePassword.reply,
  SubscriptionStatusReply: marketingHttp.lookUnsubscribe.reply,
  GenerationReply: generationHttp.save.reply,
  ImagesByCursorReply: peopleHttp.feed.reply,
  BalanceReply: accountHttp.balance.reply,
  CheckoutSettingsReply: checkoutHttp.settings.reply,
  DataExportReply: dataExportHttp.own.reply,
  ErasureReply: erasureHttp.own.reply,
  OperatorReply: operatorsHttp.invite.reply,
  ReportReply: reportsHttp.request.reply,
  SavedQueryReply: sqlHttp.saveQuery.reply,
  ProvidersConsoleReply: providersHttp.console.reply,
  ProjectionReply: operationsHttp.pause.reply,
};

/** Bodies that several operations share, and parts of them, by their names. */
export const sharedInputs: Readonly<Record<string, z.ZodMiniType>> = {
  GenerationSettings: generationRequest,
  LinkToken: marketingHttp.unsubscribe.body,
  CollectionName: collectionsHttp.make.body,
  ChosenImages: collectionsHttp.collect.body,
};

/** Texts beside fields whose names do not say enough, by their schemas. */
export const fieldTexts: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [
    generationRequest.shape.lettering,
    'Words to show in the image. Empty for none; omitted, a quotation in the prompt counts.',
  ],
  [generationRequest.shape.aspect_ratio, `One of ${aspectRatioKeys.map((key) => `\`${key}\``).join(', ')}.`],
  [generationRequest.shape.count, 'Images to make.'],
  [generationRequest.shape.seed, `A whole number from 0 to ${SEED_MAX}. Omitted, empty or null: the server picks one.`],
  [generationRequest.shape.safety_tolerance, 'From 1, strict, to 6, permissive.'],
  [generationRequest.shape.remix_of, 'Id of the public image to start from.'],
  [generationRequest.shape.provider, 'Name of the provider. Omitted: the server chooses.'],
  [
    generationRequest.shape.expected_credits,
    'Price shown to the member. A different current price is refused with 409.',
  ],
  [dropped, 'Accepted for compatibility; neither read nor stored.'],
  [purchaseBody.shape.imageId, 'Id of the generation.'],
  [purchaseBody.shape.variantId, 'By default the first image of the generation.'],
  [purchaseBody.shape.credits, 'Price shown to the buyer. A different current price is refused with 409.'],
  [purchaseBody.shape.amount, 'Price shown to the buyer, in dollars. A different current price is refused with 409.'],
]);

/** Fields that are accepted but left out of the document: traps for bots, and fields without effect. */
export const hiddenFields: ReadonlyMap<z.core.$ZodType, readonly string[]> = new Map([
  [submission, ['website', 'priority']],
]);
