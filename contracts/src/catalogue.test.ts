import { expect, test } from 'vitest';
import { catalogue } from './catalogue.ts';
import type { FactCatalogue } from './kernel/event.ts';

const id = '11111111-1111-4111-8111-111111111111';
const at = '2026-11-20T10:00:00.000Z';
const ids = { generationId: id, memberId: id };
const image = { blob: 'ab'.repeat(32), bytes: 9, width: 4, height: 4 };
const sums = { tenths: 50, allowanceTenths: 20, permanentTenths: 30 };

const sale = { generationId: id, variantId: id, size: '2K', method: 'credits' };

const requested = {
  ...ids,
  prompt: 'a red fox',
  negativePrompt: '',
  settings: {
    model: 'realism',
    engine: 'automatic',
    style: 'auto',
    aspectRatio: 'square_1_1',
    resolution: '1k',
    outputFormat: 'png',
    seed: 7,
    count: 1,
    safetyTolerance: 2,
    enhancePrompt: false,
    rawMode: false,
    creativeDetailing: 33,
    filterNsfw: true,
    isTshirtDesign: false,
  },
  provider: 'procedural',
  tenths: 50,
  requestedAt: at,
};
const drawn = {
  variantId: id,
  format: 'png',
  original: image,
  preview: image,
  thumbnail: image,
  thumbhash: 'AA==',
  seed: 7,
  provider: 'procedural',
};
/** What a picture of a remote provider has besides. */
const remote = { provider: 'cellar', revisedPrompt: 'a red fox in the snow', enlarged: true };
const call = { ...ids, attempt: 1, call: id };
const entry = { competitionId: id, entryId: id, memberId: id, generationId: id, variantId: id };
const challenge = { competitionId: id, kind: 'poster', month: '2026-11' };
const words = { theme: 'Tides', description: 'Whatever the sea leaves behind' };
const profile = { memberId: id, email: 'a@example.org', username: 'ada', firstName: 'Ada', lastName: 'Byron' };

const subscribed = {
  memberId: id,
  key: 'cs_1',
  tier: 'curator_partner',
  status: 'active',
  period: 'yearly',
  endDate: at,
  reason: 'purchase',
  source: 'sub_1',
  effectiveAt: at,
};
const walletRefunded = {
  memberId: id,
  refundId: 're_1',
  paymentId: 'pi_1',
  cents: 1000,
  debitedCents: 0,
  reason: 'requested',
};

const invited = { operatorId: id, email: 'a@example.org', name: 'A', role: 'admin', reason: 'first' };
const invoiced = {
  number: 'INV-2026-000001',
  memberId: id,
  paymentId: 'pi_1',
  cents: 3999,
  currency: 'USD',
  seller: ['Easel'],
  bookedAt: at,
};
const order = { orderId: id, memberId: id, paymentId: 'pi_1' };
const ordered = {
  orderId: id,
  memberId: id,
  reference: 'ORD-1764000000000',
  testMode: false,
  customerName: 'Ada Byron',
  customerEmail: 'a@example.org',
  customerPhone: '',
  items: [
    {
      kind: 'image-download',
      itemId: id,
      generationId: id,
      variantId: id,
      sellerId: id,
      size: '2K',
      original: '2K',
      format: 'jpg',
      cents: 125,
      curator: false,
      image: {
        original: { blob: image.blob, width: 4, height: 4 },
        preview: { blob: image.blob, width: 4, height: 4 },
        thumbnail: { blob: image.blob, width: 4, height: 4 },
        thumbhash: 'AA==',
      },
    },
  ],
  priceVersion: 1,
  subtotalCents: 125,
  shippingCents: 0,
  totalCents: 125,
  placedAt: at,
};
const address = {
  street: '1 Main Street',
  city: 'Springfield',
  state: 'Ohio',
  zipCode: '45501',
  country: 'United States',
};
const orderedPrint = {
  kind: 'product',
  itemId: id,
  productId: 'poster',
  name: 'Poster 18x24',
  size: '18x24',
  colour: '',
  quantity: 2,
  unitCents: 1900,
  cents: 3800,
  generationId: id,
  variantId: id,
  makerId: id,
  image: ordered.items[0]?.image,
  widthPx: 4,
  heightPx: 4,
  placement: { fit: 'crop', x: 0, y: 0, scale: 1, rotation: 0, repeat: 'none', background: 'none' },
};
const print = { orderId: id, memberId: id, attempt: 1 };
const turned = { memberId: id, purchaseId: id, turn: 1, tenths: 15, cents: 45 };
const operated = { projection: 'gallery', actionId: id, reason: 'a look' };
const acted = { actionId: id, messageId: id, senderId: id };

const imagePurchased = {
  memberId: id,
  purchaseId: id,
  sellerId: id,
  ...sale,
  priceVersion: 1,
  ...sums,
  earningTenths: 20,
  cents: 0,
  curator: false,
  tier: 'studio',
  image: {
    original: { blob: 'o', width: 2048, height: 1152 },
    preview: { blob: 'p', width: 1024, height: 576 },
    thumbnail: { blob: 't', width: 400, height: 225 },
    thumbhash: 'h',
  },
  purchasedAt: at,
};

/** One stored shape of every version of every fact: what stands in somebody's log must be readable for ever. */
const samples: Record<string, Record<number, object>> = {
  MemberRegistered: { 1: { ...profile, marketingOptIn: false, referralCode: null } },
  EmailVerified: { 1: { memberId: id } },
  ProfileUpdated: { 1: profile },
  EmailChanged: { 1: { memberId: id, changeId: id, email: 'b@x.org', previousEmail: 'a@x.org', undoableUntil: at } },
  EmailChangeUndone: { 1: { memberId: id, changeId: id, email: 'a@x.org', verified: true } },
  PreferencesUpdated: { 1: { memberId: id, defaultResolution: '4K', defaultFormat: 'WebP' } },
  MarketingOptInChanged: { 1: { memberId: id, optedIn: true, source: 'link' } },
  DigestSent: { 1: { memberId: id, month: '2026-10' } },
  PublicProfileChanged: { 1: { memberId: id, publicName: 'ada', shown: true, sharesSettings: false } },
  PasswordChanged: { 1: { memberId: id, by: 'reset' } },
  PresetSaved: { 1: { memberId: id, presetId: id, name: 'Posters', settings: '{}' } },
  AvatarChosen: { 1: { memberId: id, generationId: id, variantId: id } },
  AvatarRemoved: { 1: { memberId: id } },
  PresetDeleted: { 1: { memberId: id, presetId: id } },
  DataExportRequested: { 1: { memberId: id, exportId: id, requestedAt: at } },
  ErasureRequested: { 1: { memberId: id, requestedAt: at, erasesAt: at, givesUp: false } },
  ErasureWithdrawn: { 1: { memberId: id } },
  MemberErased: { 1: { memberId: id, erasedAt: at } },
  ExportBegun: {
    1: { exportId: id, operatorId: id, what: 'events', format: 'csv', filter: { type: ['A'] }, words: 'a fox' },
  },
  ExportEnded: { 1: { exportId: id, operatorId: id, rows: 7, outcome: 'broken-off' } },
  CreditsGranted: {
    1: {
      memberId: id,
      bucket: 'allowance',
      tenths: 500,
      reason: 'allowance',
      key: 'allowance:2026-11',
      month: '2026-11',
      note: null,
    },
    2: {
      memberId: id,
      bucket: 'allowance',
      tenths: 5500,
      reason: 'allowance',
      key: 'allowance:2026-11:6000',
      month: '2026-11',
      paymentId: 'pi_1',
      note: null,
    },
  },
  CreditsExpired: { 1: { memberId: id, tenths: 500, month: '2026-11' } },
  CreditsHeld: { 1: { ...ids, fingerprint: 'f', ...sums, images: 1, month: '2026-11' } },
  CreditsCaptured: { 1: { ...ids, ...sums } },
  CreditsReleased: { 1: { ...ids, ...sums, reason: 'abandoned' } },
  CreditsRevoked: {
    1: { memberId: id, key: 'k', ...sums, reason: 'dispute', note: null },
    2: { memberId: id, key: 'k', ...sums, reason: 'dispute', month: '2026-11', paymentId: 'pi_1', note: null },
  },
  DebtRepaid: { 1: { memberId: id, key: 'k', tenths: 30, by: 'wallet', cents: 45 } },
  PlanPaid: {
    1: {
      memberId: id,
      paymentId: 'pi_1',
      source: 'sub_1',
      tier: 'studio',
      period: 'monthly',
      cents: 3999,
      from: at,
      until: '2026-12-20T10:00:00.000Z',
      paidAt: at,
      month: '2026-11',
    },
  },
  PlanRefunded: {
    1: { memberId: id, refundId: 're_1', paymentId: 'pi_1', cents: 3999, outcome: 'failed', reason: null },
  },
  PlanDisputed: {
    1: { memberId: id, disputeId: 'dp_1', paymentId: 'pi_1', cents: 3999, outcome: 'released', reason: 'fraudulent' },
  },
  SubscriptionChanged: {
    1: subscribed,
    2: { ...subscribed, next: { tier: 'starter', period: 'monthly' } },
  },
  WalletToppedUp: { 1: { memberId: id, paymentId: 'pi_1', sessionId: 'cs_1', cents: 1000, creditedCents: 0 } },
  WalletRefunded: {
    1: walletRefunded,
    2: { ...walletRefunded, outcome: 'made', purchaseIds: [id] },
  },
  WalletDisputed: {
    1: {
      memberId: id,
      disputeId: 'dp_1',
      paymentId: 'pi_1',
      cents: 0,
      cardCents: 4399,
      outcome: 'frozen',
      reason: 'fraudulent',
    },
  },
  ImagePurchased: { 1: imagePurchased, 2: { ...imagePurchased, paymentId: 'pi_1' } },
  DownloadGranted: {
    1: {
      memberId: id,
      key: 'q',
      requestKey: 'r',
      generationId: id,
      variantId: id,
      size: '2K',
      format: 'jpg',
      own: false,
      month: '2026-11',
    },
  },
  SearchPerformed: {
    1: {
      day: '2026-11-20',
      words: 'red fox',
      mark: '0123456789abcdef',
      found: 3,
      counts: true,
      network: '0123456789abcdef',
    },
  },
  SearchWithdrawn: { 1: { day: '2026-11-20', words: 'red fox', mark: '0123456789abcdef' } },
  FavoriteToggled: { 1: { memberId: id, generationId: id, isFavorite: true, key: id, toggledAt: at } },
  CollectionMade: { 1: { memberId: id, collectionId: id, name: 'Foxes', madeAt: at } },
  CollectionRenamed: { 1: { memberId: id, collectionId: id, name: 'Red foxes' } },
  CollectionDeleted: { 1: { memberId: id, collectionId: id, deletedAt: at } },
  PictureLost: { 1: { memberId: id, generationId: id, collectionIds: [id] } },
  PicturesCollected: { 1: { memberId: id, collectionId: id, generationIds: [id], collectedAt: at } },
  PicturesTakenOut: { 1: { memberId: id, collectionId: id, generationIds: [id], reason: 'choice' } },
  ShareLinkMade: {
    1: {
      memberId: id,
      shareId: id,
      shown: { kind: 'collection', collectionId: id },
      tokenDigest: 'ab'.repeat(32),
      madeAt: at,
      expiresAt: at,
    },
  },
  ShareLinkRevoked: { 1: { memberId: id, shareId: id, reason: 'choice', revokedAt: at } },
  PictureUploaded: {
    1: {
      uploadId: id,
      memberId: id,
      purpose: 'reference',
      sentAs: 'webp',
      fileName: 'fox.webp',
      original: image,
      preview: image,
      thumbnail: image,
      thumbhash: 'AA==',
      uploadedAt: at,
    },
  },
  UploadDeleted: { 1: { uploadId: id, memberId: id } },
  Followed: { 1: { memberId: id, followedId: id, followedAt: at } },
  Unfollowed: { 1: { memberId: id, followedId: id, reason: 'blocked' } },
  MemberBlocked: { 1: { memberId: id, blockedId: id, blockedAt: at } },
  MemberUnblocked: { 1: { memberId: id, blockedId: id } },
  BlockedBy: { 1: { memberId: id, byId: id } },
  UnblockedBy: { 1: { memberId: id, byId: id } },
  CompetitionPrepared: { 1: { ...challenge, ...words, preparedAt: at } },
  CompetitionRevised: { 1: { competitionId: id, ...words, revisedAt: at } },
  CompetitionOpened: { 1: { ...challenge, ...words, opensAt: at, closesAt: at, openedAt: at } },
  EntrySubmitted: {
    1: {
      ...entry,
      kind: 'poster',
      closesAt: at,
      widthPx: 3840,
      heightPx: 2304,
      thumbhash: 'AA==',
      wasPublic: false,
      submittedAt: at,
    },
  },
  EntryWithdrawn: { 1: { ...entry, wasPublic: false, reason: 'picture-gone', withdrawnAt: at } },
  EntryDisqualified: { 1: { ...entry, wasPublic: true, reason: 'a copy', disqualifiedAt: at } },
  CompetitionClosed: {
    1: { ...challenge, tally: [{ entryId: id, memberId: id, proceedsCents: 1900, buyers: 1 }], closedAt: at },
  },
  AnnouncementProposed: { 1: { competitionId: id, operatorId: id, proposalId: id, proposedAt: at } },
  WinnersAnnounced: {
    1: {
      ...challenge,
      totalCents: 1900,
      houseCents: 1710,
      entries: [
        {
          entryId: id,
          memberId: id,
          generationId: id,
          variantId: id,
          proceedsCents: 1900,
          buyers: 1,
          shareCents: 190,
          place: null,
          prizeCents: 0,
          prizeTenths: 0,
        },
      ],
      proposedBy: id,
      confirmedBy: id,
      announcedAt: at,
    },
  },
  ChallengeShareGranted: {
    1: {
      memberId: id,
      ...challenge,
      day: '2026-12-15',
      cents: 190,
      shareCents: 190,
      prizeCents: 0,
      entries: [{ entryId: id, generationId: id, cents: 190 }],
    },
  },
  EntryTagged: { 1: { ...ids, variantId: id, competitionId: id, entryId: id, kind: 'tshirt', closesAt: at } },
  EntryUntagged: { 1: { ...ids, competitionId: id, entryId: id, kind: 'tshirt', reason: 'picture-gone' } },
  CuratorAppointed: { 1: { memberId: id, reason: 'a good eye' } },
  CuratorPricesSet: { 1: { memberId: id, cents: { '1K': 150, '4K': 900 } } },
  CuratorEnded: { 1: { memberId: id, reason: 'on request' } },
  CuratorSectionDescribed: {
    1: { memberId: id, name: 'Lights', text: 'At night.', banner: { generationId: id, variantId: id } },
  },
  CuratorSeriesArranged: { 1: { memberId: id, seriesId: id, title: 'By the sea', generationIds: [id] } },
  CuratorSeriesRemoved: { 1: { memberId: id, seriesId: id } },
  CuratorSeriesOrdered: { 1: { memberId: id, seriesIds: [id] } },
  CuratorSectionRemoved: { 1: { memberId: id } },
  PriceListRevised: {
    1: {
      version: 2,
      images: {
        '1K': { tenths: 50, cents: 75 },
        '2K': { tenths: 100, cents: 150 },
        '4K': { tenths: 200, cents: 300 },
        '8K': { tenths: 400, cents: 650 },
      },
      curatorDefaultCents: { '1K': 99, '2K': 99, '4K': 99, '8K': 99 },
      products: [{ id: 'mug', name: 'Mug', cents: 1500, sizes: [], colours: [] }],
      reason: '8K takes longer',
    },
  },
  ReferralAccepted: { 1: { memberId: id, inviterId: id, tenths: 250 } },
  ReferralRewarded: {
    1: { memberId: id, invitedId: id, tenths: 250 },
    2: { memberId: id, invitedId: id, tenths: 250, month: '2026-11' },
  },
  PrintsPurchased: { 1: { memberId: id, orderId: id, paymentId: 'pi_1', cents: 4399, purchasedAt: at } },
  PurchaseCoverChanged: { 1: { memberId: id, purchaseId: id, sellerId: id, covered: false, turn: 1 } },
  EarningsRevoked: { 1: turned },
  BadDebtBooked: { 1: turned },
  EarningsReturned: { 1: { ...turned, turn: 2 } },
  EarningsSettled: { 1: { memberId: id, day: '2026-11-20', tenths: 15, cents: 45, sales: 2 } },
  PayoutRequested: {
    1: { memberId: id, payoutId: id, tenths: 100, cents: 0, payoutCents: 150 },
    2: {
      memberId: id,
      payoutId: id,
      tenths: 100,
      cents: 0,
      payoutCents: 50,
      iban: 'DE89370400440532013000',
      accountHolder: 'Ada Seller',
    },
  },
  PayoutConfirmed: {
    1: { memberId: id, payoutId: id, key: 'call', operatorId: id, reason: 'checked', confirmedAt: at },
  },
  PayoutSettled: {
    1: { memberId: id, payoutId: id, tenths: 100, cents: 0, outcome: 'returned', reason: 'no account' },
  },
  EarningsAccrued: {
    1: {
      memberId: id,
      key: id,
      buyerId: id,
      purchaseId: id,
      ...sale,
      tier: 'studio',
      curator: false,
      tenths: 15,
      cents: 0,
      accruedAt: at,
    },
  },
  EarningsMatured: { 1: { memberId: id, day: '2026-11-20', tenths: 15, cents: 45, sales: 2 } },
  EarningsReversed: { 1: { ...turned, key: id, buyerId: id, matured: false } },
  EarningsReinstated: { 1: { ...turned, key: id, buyerId: id, turn: 2, matured: true } },
  GenerationRequested: {
    1: requested,
    2: {
      ...requested,
      lettering: 'Stay wild',
      tier: 'studio',
      variantOf: { generationId: id, variantId: id },
      remixOf: id,
      batchId: id,
      provider: 'cellar',
      references: [
        { kind: 'bought', id, generationId: id, file: image, role: 'style', strength: 40 },
        { kind: 'upload', id, file: image },
      ],
      edit: { kind: 'replace', source: { kind: 'own', id, generationId: id, file: image }, mask: image },
      ask: { width: 1024, height: 768 },
    },
  },
  RenderingStarted: { 1: { ...ids, attempt: 1, worker: 'w', leaseUntil: at } },
  LeaseExtended: { 1: { ...ids, attempt: 1, leaseUntil: at } },
  RenderingHandedBack: { 1: { ...ids, attempt: 1, reason: 'drained', detail: '' } },
  ProviderCalled: { 1: { ...call, provider: 'cellar', index: 0, images: 2, costMicros: 60_000 } },
  ProviderTaskAccepted: {
    1: { ...call, taskId: 't-1', pollUrl: 'https://api.example.org/v1/get_result?id=t-1', costMicros: 55_000 },
  },
  ProviderCallRefused: { 1: { ...call, reason: 'busy', status: 429, detail: 'too many at once' } },
  VariantCreated: { 1: { ...ids, ...drawn, ...remote, index: 0, attempt: 1 } },
  VariantAttached: { 1: { ...ids, ...drawn, ...remote, source: id } },
  GenerationCompleted: {
    1: { ...ids, attempt: 1, processingMs: 800, cost: { micros: 60_000, certainty: 'known' } },
  },
  GenerationFailed: {
    1: { ...ids, reason: 'unknown_outcome', detail: '', cost: { micros: 60_000, certainty: 'perhaps' } },
  },
  ProviderPaused: { 1: { provider: 'cellar', actionId: id, reason: 'the bill is not paid' } },
  ProviderResumed: { 1: { provider: 'cellar', actionId: id, reason: 'the bill is paid' } },
  ProviderFailing: { 1: { provider: 'cellar', reason: 'unreachable', failures: 5, until: at } },
  ProviderRecovered: { 1: { provider: 'cellar' } },
  SpendReserved: {
    1: {
      provider: 'cellar',
      day: '2026-11-20',
      memberId: id,
      generationId: id,
      call: id,
      micros: 60_000,
    },
  },
  RoutingRevised: {
    1: { actionId: id, version: 1, routes: { realism: 'cellar', zen: 'automatic' }, reason: 'a new card' },
  },
  GenerationCancelled: { 1: { ...ids } },
  GenerationAdopted: { 1: { ...ids, visitorId: id, prompt: 'a red fox' } },
  TrialClaimed: {
    1: { day: '2026-11-20', visitorId: id, generationId: id, network: '0123456789abcdef', claimedAt: at },
  },
  Deleted: { 1: { ...ids, deletedAt: at } },
  Restored: { 1: { ...ids } },
  Purged: { 1: { ...ids } },
  Saved: { 1: { ...ids } },
  MadePublic: { 1: { ...ids, publishedAt: at } },
  MadePrivate: { 1: { ...ids } },
  RemixDetached: { 1: { ...ids, originalId: id } },
  ActivityTracked: { 1: { ...ids, eventType: 'image_download', at } },
  VisitBegun: { 1: { landing: '/image/:id', referrerHost: 'example.org', at } },
  PictureViewed: { 1: { day: '2026-11-20', generationId: id, curatorId: id, viewer: '0'.repeat(32) } },
  PageMeasured: {
    1: {
      day: '2026-11-20',
      page: '/image/:id',
      build: 'AbCd_-12',
      navigation: 'prerender',
      connection: '4g',
      vitals: { lcp: { value: 812.5, target: 'main > img', cause: 'resource-load-delay' }, cls: { value: 0 } },
      slowResources: [{ resource: '/api/gallery', kind: 'fetch', ms: 1200 }],
      longTasks: [1400],
      sample: 0.25,
    },
  },
  QuerySaved: { 1: { queryId: id, actionId: id, name: 'Facts', sql: 'from facts', chart: 'bars', savedAt: at } },
  AlarmSet: { 1: { queryId: id, actionId: id, alarm: { side: 'above', threshold: 0.5 }, reason: 'to be known' } },
  AlarmStateChanged: { 1: { queryId: id, state: 'raised', value: 0.75, position: '9', changedAt: at } },
  QueryDeleted: { 1: { queryId: id, actionId: id } },
  StatementRun: {
    1: {
      statementId: id,
      operatorId: id,
      words: 'from facts',
      position: '9',
      rows: 7,
      ms: 12,
      outcome: 'answered',
    },
  },
  ReportRequested: {
    1: { runId: id, report: 'revenue', parameters: { from: '2026-11' }, asOf: '9', againOf: id, scheduleId: id },
  },
  ReportMade: {
    1: {
      runId: id,
      position: '9',
      filter: ['PlanPaid'],
      parameters: { from: '2026-11' },
      codeHash: 'c0de',
      result: '{"columns":[],"rows":[]}',
    },
  },
  ReportInterrupted: { 1: { runId: id, attempt: 1, problem: 'reports.broken', message: 'It died', retryAt: at } },
  ReportFailed: { 1: { runId: id, problem: 'reports.failed', message: 'It failed', detail: 'not a function' } },
  ReportCancelled: { 1: { runId: id } },
  ReportScheduled: {
    1: { scheduleId: id, report: 'revenue', parameters: { from: '2026-11' }, scheduledAt: at },
  },
  ReportUnscheduled: { 1: { scheduleId: id, report: 'revenue' } },
  ReportFellDue: { 1: { scheduleId: id, report: 'revenue', parameters: {}, asOf: at } },
  TestModeToggled: { 1: { actionId: id, testMode: true, reason: 'a rehearsal' } },
  OperatorInvited: { 1: invited, 2: { ...invited, invitationId: id } },
  InvitationRenewed: { 1: { operatorId: id, invitationId: id, reason: 'it came too late' } },
  InvitationAccepted: { 1: { operatorId: id, invitationId: id } },
  OperatorSignedIn: { 1: { operatorId: id, at } },
  OperatorRoleChanged: { 1: { operatorId: id, actionId: id, role: 'support', before: 'admin', reason: 'moved' } },
  OperatorDisabled: { 1: { operatorId: id, actionId: id, reason: 'left' } },
  OperatorEnabled: { 1: { operatorId: id, actionId: id, reason: 'is back' } },
  MessageSubmitted: {
    1: {
      messageId: id,
      senderId: id,
      messageType: 'bug',
      memberId: null,
      senderName: 'Ada',
      senderEmail: 'a@example.org',
      anonymous: false,
      subject: 'It broke',
      content: 'When I pressed it',
      sourcePage: '/report-bug',
      priority: 'high',
      submittedAt: at,
    },
  },
  MessageTriaged: {
    1: {
      ...acted,
      status: 'read',
      priority: 'medium',
      assigneeId: id,
      before: { status: 'unread', priority: 'high', assigneeId: null },
      reason: 'known',
    },
  },
  MessageReplied: { 1: { ...acted, text: 'Thank you', before: 'read', repliedAt: at } },
  MessageReopened: { 1: { ...acted, before: 'resolved', reason: 'it is back' } },
  MessageEscalated: { 1: { messageId: id, senderId: id, before: 'normal', escalatedAt: at } },
  ConversationStarted: {
    1: {
      conversationId: id,
      memberId: id,
      sessionId: 'nova_1764000000000_a1b2c3',
      userAgent: 'Mozilla/5.0',
      category: 'support',
      tags: 'nova\nweb',
      startedAt: at,
    },
  },
  ConversationMessageRecorded: {
    1: {
      conversationId: id,
      memberId: id,
      messageId: id,
      speaker: 'nova',
      content: 'A picture in 2K costs 10 credits.',
      suggestions: 'And in 4K?',
      topic: 'pricing',
      answersId: id,
      responseMs: 12,
      recordedAt: at,
    },
  },
  ConversationEnded: { 1: { conversationId: id, memberId: id, messages: 4, countedMessages: 5, endedAt: at } },
  ProjectionPaused: { 1: { ...operated } },
  ProjectionResumed: { 1: { ...operated } },
  RebuildRequested: { 1: { projection: 'gallery', runId: id, acceptDifference: false, reason: 'a mended fault' } },
  RebuildCancelled: { 1: { ...operated, runId: id } },
  RebuildSwapBegun: { 1: { projection: 'gallery', runId: id } },
  RebuildEnded: { 1: { projection: 'gallery', runId: id, outcome: 'swapped' } },
  PartitionRetryRequested: { 1: { ...operated, partition: `generation-${id}` } },
  EventFilterSaved: {
    1: {
      operatorId: id,
      filterId: id,
      name: 'Failures',
      filter: { type: ['GenerationFailed'], q: 'lease' },
      savedAt: at,
    },
  },
  EventFilterDeleted: { 1: { operatorId: id, filterId: id, deletedAt: at } },
  WebhookReceived: {
    1: {
      eventId: 'evt_1',
      about: 'checkout.session.completed',
      received: { id: 'cs_1', object: 'checkout.session', amount_total: 2500, payment_intent: 'pi_1' },
      withheld: ['customer_details'],
      paymentId: 'pi_1',
      madeAt: at,
      signature: 'verified',
      receivedAt: at,
    },
  },
  AuditRequested: { 1: { auditId: id, memberId: null, reason: 'the month is over' } },
  AuditStarted: { 1: { auditId: id, attempt: 1 } },
  AuditCompleted: { 1: { auditId: id, verdict: 'findings', streams: 4, facts: 11, findings: 1 } },
  AuditFailed: { 1: { auditId: id, error: 'the log is away' } },
  AuditCancelled: { 1: { auditId: id, reason: 'not now' } },
  OrderPlaced: {
    1: ordered,
    2: { ...ordered, ...address, deliveryMethod: 'standard', items: [...ordered.items, orderedPrint] },
  },
  OrderAddressChanged: { 1: { orderId: id, memberId: id, ...address, changedAt: at } },
  OrdersLookedUp: { 1: { lookupId: id, operatorId: id, by: 'email', memberIds: [id] } },
  OrderNoted: { 1: { orderId: id, memberId: id, noteId: id, note: 'She called.', notedAt: at } },
  OrderSentToPrint: { 1: { ...print, printOrderId: 'ord_1', sentAt: at } },
  OrderPrintFailed: { 1: { ...print, problem: 'The address is not known', failedAt: at } },
  OrderReprinted: { 1: { ...print, attempt: 2, reason: 'It got lost', reprintedAt: at } },
  OrderPrintCharged: { 1: { ...print, printOrderId: 'ord_1', cents: 910, chargedAt: at } },
  OrderParcelShipped: {
    1: {
      ...print,
      parcelId: 'shp_1',
      carrier: 'Royal Mail',
      trackingNumber: 'RM1',
      trackingUrl: 'https://track.example.org/RM1',
      itemIds: [id],
      dispatchedAt: at,
    },
  },
  OrderDelayed: { 1: { orderId: id, memberId: id, delayedAt: at } },
  OrderArrivalReported: { 1: { orderId: id, memberId: id, arrived: false, reportedAt: at } },
  OrderRefundRequested: {
    1: {
      orderId: id,
      memberId: id,
      requestId: id,
      itemIds: [],
      shipping: true,
      cents: 599,
      reason: 'late',
      note: '',
      requestedAt: at,
    },
  },
  OrderPaymentOpened: { 1: order },
  OrderPaid: { 1: { ...order, cents: 125, livemode: false, paidAt: at } },
  OrderPaymentFailed: { 1: { ...order, chargeId: 'ch_1', reason: 'expired_card', failedAt: at } },
  OrderStatusChanged: {
    1: { orderId: id, memberId: id, from: 'paid', to: 'delivered', reason: 'downloads-ready', changedAt: at },
  },
  OrderRefunded: {
    1: { ...order, refundId: 're_1', cents: 125, outcome: 'made', refundedAt: at },
    2: { ...order, refundId: 're_1', requestId: id, cents: 125, outcome: 'made', refundedAt: at },
  },
  InvoiceIssued: {
    1: {
      ...invoiced,
      item: {
        kind: 'order',
        orderId: id,
        reference: 'ORD-1764',
        items: 2,
        lines: [
          { of: 'product', text: 'T-shirt, M, white', quantity: 2, unitCents: 2400, cents: 4800 },
          { of: 'picture', text: 'Picture in 2K, png', quantity: 1, unitCents: 150, cents: 150 },
        ],
        shippingCents: 599,
      },
    },
  },
  CreditNoteIssued: { 1: { ...invoiced, refundId: 're_1' } },
  InstallationBegun: { 1: { installationId: id } },
};

const definitions: FactCatalogue = catalogue;

test.each(Object.entries(definitions))('%s: every version ever stored is kept here and read', (type, definition) => {
  const versions = Object.entries(samples[type] ?? {});
  expect(versions.map(([version]) => Number(version))).toEqual(
    Array.from({ length: definition.version }, (_, index) => index + 1),
  );
  for (const [version, stored] of versions) {
    let data: unknown = stored;
    for (let v = Number(version); v < definition.version; v++) data = definition.upcast?.[v]?.(data as never);
    expect(definition.data.parse(data)).toEqual(data);
  }
});

test.each(Object.entries(definitions))(
  '%s: what is sealed is there, and stays readable once it is erased',
  (type, definition) => {
    const { subject, fields } = definition.sealed ?? { subject: '', fields: [] };
    const sample = samples[type]?.[definition.version] ?? {};
    const erased = { ...sample, ...Object.fromEntries(fields.map((field) => [field, '[erased]'])) };
    expect(Object.keys(sample)).toEqual(expect.arrayContaining([...fields, subject].filter(Boolean)));
    expect(definition.data.parse(erased)).toEqual(erased);
  },
);
