import { accountHttp } from '../account/http.ts';
import { auditHttp } from '../audit/http.ts';
import { chatConsoleHttp } from '../chat/console.http.ts';
import { chatHttp } from '../chat/http.ts';
import { collectionsHttp } from '../collections/http.ts';
import { sqlHttp } from '../columns/http.ts';
import { competitionsConsoleHttp } from '../competitions/console.http.ts';
import { competitionsHttp } from '../competitions/http.ts';
import { curatorsConsoleHttp } from '../curators/console.http.ts';
import { curatorsHttp } from '../curators/http.ts';
import { dashboardHttp } from '../dashboard/http.ts';
import { dataExportHttp } from '../data-export/http.ts';
import { downloadsHttp } from '../downloads/http.ts';
import { payoutsConsoleHttp } from '../earnings/console.http.ts';
import { earningsHttp } from '../earnings/http.ts';
import { profitsHttp } from '../earnings/profits.http.ts';
import { erasureHttp } from '../erasure/http.ts';
import { eventsHttp } from '../events/http.ts';
import { favoritesHttp } from '../favorites/http.ts';
import { filtersHttp } from '../filters/http.ts';
import { galleryHttp } from '../gallery/http.ts';
import { generationHttp } from '../generation/http.ts';
import { invoicesHttp } from '../invoices/http.ts';
import { healthHttp } from '../kernel/health.http.ts';
import type { Route } from '../kernel/http.ts';
import { ledgerConsoleHttp } from '../ledger/console.http.ts';
import { ledgerHttp } from '../ledger/http.ts';
import { mailHttp } from '../mail/http.ts';
import { membersHttp } from '../members/http.ts';
import { marketingHttp } from '../members/marketing.http.ts';
import { presetsHttp } from '../members/presets.http.ts';
import { registrationHttp } from '../members/registration.http.ts';
import { messagesHttp } from '../messages/http.ts';
import { operationsHttp } from '../operations/http.ts';
import { overviewHttp } from '../operations/overview.http.ts';
import { operatorsHttp } from '../operators/http.ts';
import { orderActionsHttp } from '../orders/actions.http.ts';
import { ordersConsoleHttp } from '../orders/console.http.ts';
import { ordersHttp } from '../orders/http.ts';
import { printHttp } from '../orders/print.http.ts';
import { originHttp } from '../origin/http.ts';
import { pagesHttp } from '../pages/http.ts';
import { paymentsHttp } from '../payments/http.ts';
import { peopleHttp } from '../people/http.ts';
import { productsHttp } from '../products/http.ts';
import { providerFiguresHttp } from '../providers/figures.http.ts';
import { providersHttp } from '../providers/http.ts';
import { purchasesHttp } from '../purchases/http.ts';
import { reportsHttp } from '../reports/http.ts';
import { revenueHttp } from '../revenue/http.ts';
import { searchHttp } from '../search/http.ts';
import { checkoutHttp } from '../settings/checkout.http.ts';
import { settingsHttp } from '../settings/http.ts';
import { sharesHttp } from '../shares/http.ts';
import { subscriptionsHttp } from '../subscriptions/http.ts';
import { telemetryConsoleHttp } from '../telemetry/console.http.ts';
import { telemetryHttp } from '../telemetry/http.ts';
import { journeysHttp } from '../telemetry/journeys.http.ts';
import { trialsHttp } from '../trials/http.ts';
import { uploadsHttp } from '../uploads/http.ts';
import { openapiHttp } from './http.ts';

/** Describes what a route's contract does not say. */
interface OperationNotes {
  description?: string;
  /** Status of a successful reply; 200 by default. A second status has the same body. */
  status?: readonly [number, number?];
  /** Content types of a reply that is not JSON, or not always JSON. */
  types?: readonly string[];
  /** Replies with a redirect alone. */
  redirects?: true;
  /** Request headers with a meaning of their own, and their descriptions. */
  headers?: Readonly<Record<string, string>>;
}

export interface Operation extends OperationNotes {
  route: Route;
  tag: string;
  id: string;
  summary: string;
}

type Row = readonly [id: string, summary: string, notes?: OperationNotes];

/** Gives each route of a contract an operation id and a summary. A route without a row does not compile. */
const tagged = <T extends Record<string, Route>>(
  tag: string,
  routes: T,
  rows: { readonly [K in keyof T]: Row },
): Operation[] =>
  Object.entries<Row>(rows).flatMap(([key, [id, summary, notes]]) => {
    const route = routes[key];
    return route ? [{ route, tag, id, summary, ...notes }] : [];
  });

const WEBP = ['image/webp'];
const ENLARGED =
  'A size above the image’s own is enlarged: resampled without added detail, and marked “enlarged from …” in the file.';
const FILES = ['image/png', 'image/jpeg', 'image/webp', 'image/tiff', 'image/svg+xml'];
const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';
const PARQUET = 'application/vnd.apache.parquet';
const EVENT_STREAM = ['text/event-stream'];
const ACCEPTED = [202] as const;
const CREATED = [201] as const;

const { metrics, ...health } = healthHttp;
const { webhook, ...payments } = paymentsHttp;
const { asset, ...documentation } = openapiHttp;
const { webhook: providerWebhook, known: knownProviders, ...providersConsole } = providersHttp;

/** Every operation of the document, in its order. */
export const operations: readonly Operation[] = [
  ...tagged('Authentication', registrationHttp, {
    register: ['register', 'Create a member account and sign in'],
  }),
  ...tagged('Authentication', membersHttp, {
    login: ['signIn', 'Sign in and receive a bearer token'],
    logout: ['signOut', 'End the current session'],
    me: ['getCurrentMember', 'Get the signed-in member'],
    updateProfile: [
      'updateProfile',
      'Update name, username and email address',
      { description: 'A new email address requires `currentPassword`. The previous address is notified.' },
    ],
    updatePublicProfile: ['updatePublicProfile', 'Update the public profile'],
    updatePreferences: ['updatePreferences', 'Update preferences'],
    changePassword: ['changePassword', 'Change the password', { description: 'Ends all other sessions.' }],
    forgotPassword: [
      'requestPasswordReset',
      'Send a password reset email',
      { description: 'The reply does not reveal whether the address belongs to a member.' },
    ],
    resetPassword: [
      'resetPassword',
      'Set a new password with a reset token',
      { description: 'A token works once. All sessions of the member end.' },
    ],
    undoEmailChange: [
      'undoEmailChange',
      'Restore the previous email address',
      { description: 'Uses the token from the email to the previous address. All sessions of the member end.' },
    ],
    verifyEmail: [
      'verifyEmail',
      'Verify an email address',
      {
        description:
          'Opened from an email. Redirects to `/verify-success?status=` followed by `success`, `invalid`, `missing`, ' +
          '`not_found` or `error`.',
        redirects: true,
      },
    ],
    resendVerification: ['resendVerificationEmail', 'Send the verification email again'],
    sessions: ['listSessions', 'List the active sessions'],
    revokeSession: ['revokeSession', 'End a session'],
  }),
  ...tagged('Authentication', marketingHttp, {
    lookUnsubscribe: ['getUnsubscribeStatus', 'Get the status of an unsubscribe link'],
    unsubscribe: [
      'unsubscribe',
      'Unsubscribe from marketing email',
      { description: 'Implements one-click unsubscribe (RFC 8058).' },
    ],
    lookResubscribe: ['getResubscribeStatus', 'Get the status of a resubscribe link'],
    resubscribe: ['resubscribe', 'Subscribe to marketing email again'],
  }),

  ...tagged('Image generation', generationHttp, {
    generate: [
      'generateImage',
      'Generate an image',
      {
        description:
          'Waits until the image is finished and replies with 200. With `Prefer: respond-async`, or while the server ' +
          'shuts down, replies with 202 and the id of the generation; poll it or follow the event stream.',
        status: [200, 202],
        headers: { Prefer: '`respond-async` replies with 202 as soon as the request is accepted.' },
      },
    ],
    batch: [
      'generateImages',
      'Generate several images in one request',
      { description: 'Accepts all requests or none.', status: ACCEPTED },
    ],
    list: ['listGenerations', 'List the member’s generations'],
    one: ['getGeneration', 'Get a generation in any state'],
    live: [
      'followEvents',
      'Follow the member’s events',
      {
        description: 'Sends server-sent events about generations and account changes.',
        types: EVENT_STREAM,
        headers: { 'Last-Event-ID': 'Resumes after this event.' },
      },
    ],
    createVariant: [
      'createVariant',
      'Create a variant of an image',
      { description: 'Omitted settings are taken from the original, except the seed.', status: ACCEPTED },
    ],
    retry: [
      'retryGeneration',
      'Retry a failed or cancelled generation',
      { description: 'Creates a new generation with the same settings and seed.', status: ACCEPTED },
    ],
    cancel: ['cancelGeneration', 'Cancel a generation'],
    save: ['saveGeneration', 'Save a generation'],
    share: ['shareGeneration', 'Get the share link of a public image'],
    makePublic: ['setGenerationVisibility', 'Publish an image or make it private'],
    remove: ['deleteGeneration', 'Move a generation to the trash'],
    restore: ['restoreGeneration', 'Restore a generation from the trash'],
    removeForEver: ['purgeGeneration', 'Delete a generation from the trash permanently'],
    download: [
      'downloadImage',
      'Download an image',
      {
        description: 'Owners receive the original. All other callers receive the preview of a public image.',
        types: ['image/png', 'image/jpeg', 'image/webp'],
      },
    ],
    zip: ['downloadImages', 'Download several originals as a ZIP archive', { types: ['application/zip'] }],
  }),
  ...tagged(
    'Image generation',
    { known: knownProviders },
    {
      known: ['getProviders', 'Get image providers, what they can do and whether they take requests'],
    },
  ),
  ...tagged('Image generation', presetsHttp, {
    list: ['listPresets', 'List the saved presets'],
    save: ['savePreset', 'Create or replace a preset'],
    remove: ['deletePreset', 'Delete a preset'],
  }),
  ...tagged('Image generation', trialsHttp, {
    make: ['startTrial', 'Generate an image without an account', { status: ACCEPTED }],
    current: ['getCurrentTrial', 'Get the latest trial of this browser'],
    image: ['getTrialImage', 'Get the image of a trial', { types: WEBP }],
  }),

  ...tagged('Gallery', galleryHttp, {
    own: ['listOwnImages', 'List the member’s own images'],
    trash: ['listTrash', 'List the images in the trash'],
    ownSuggestions: ['suggestOwnPrompts', 'Suggest search terms from the member’s own prompts'],
    public: ['listPublicImages', 'List the public images, newest first'],
    publicOne: ['getPublicImage', 'Get a public image'],
    publicImage: [
      'getPublicImageFile',
      'Get the preview or thumbnail of a public image',
      { description: '`name` is `{variantId}.webp` or `{variantId}-thumb.webp`.', types: WEBP },
    ],
    ownImage: [
      'getOwnImageFile',
      'Get the preview or thumbnail of an own image',
      { description: '`name` is `{variantId}.webp` or `{variantId}-thumb.webp`.', types: WEBP },
    ],
    uploadedImage: [
      'getUploadedImageFile',
      'Get a public image under its former address',
      { description: 'Serves the same files as `/api/images/{name}`.', types: WEBP },
    ],
  }),
  ...tagged('Search', searchHttp, {
    images: ['searchImages', 'Search images'],
    related: ['listRelatedImages', 'List up to twelve related public images'],
    categories: ['listCategories', 'List the categories of public images'],
    trending: ['listTrendingSearches', 'List trending searches'],
    suggestions: ['suggestSearches', 'Suggest searches'],
    perform: ['recordSearch', 'Record a search for the trending list', { status: ACCEPTED }],
  }),
  ...tagged('Favorites', favoritesHttp, {
    own: ['listFavorites', 'List the member’s favorites', { description: '`expand=1` adds a page of images.' }],
    toggle: ['toggleFavorite', 'Add or remove a favorite'],
  }),
  ...tagged('Collections', collectionsHttp, {
    list: ['listCollections', 'List the member’s collections'],
    one: ['getCollection', 'Get a collection with a page of its images'],
    make: ['createCollection', 'Create a collection'],
    rename: ['renameCollection', 'Rename a collection'],
    remove: ['deleteCollection', 'Delete a collection and its share links'],
    collect: ['addToCollection', 'Add images to a collection', { description: 'Adds all images or none.' }],
    takeOut: ['removeFromCollection', 'Remove images from a collection'],
  }),
  ...tagged('Share links', sharesHttp, {
    list: ['listShares', 'List the member’s share links'],
    make: ['createShare', 'Create a share link to an image or collection'],
    revoke: ['revokeShare', 'Revoke a share link'],
    shown: ['getShared', 'Get the content of a share link'],
    image: [
      'getSharedImageFile',
      'Get an image file of a share link',
      { description: '`name` is `{variantId}.webp` or `{variantId}-thumb.webp`.', types: WEBP },
    ],
  }),
  ...tagged('Uploads', uploadsHttp, {
    send: [
      'sendUpload',
      'Upload a picture',
      {
        description:
          'The body is the file itself: PNG, JPEG, WebP or AVIF, decided by its bytes. It is kept upright, in sRGB and without metadata; a mask is kept as grey values for a day.',
      },
    ],
    list: ['listUploads', 'List the member’s uploads'],
    remove: ['deleteUpload', 'Delete an upload'],
    image: ['getUploadFile', 'Get an image file of an own upload', { types: WEBP }],
  }),
  ...tagged('People', peopleHttp, {
    person: ['getPerson', 'Get a public profile'],
    pictures: ['listPersonImages', 'List a person’s public images'],
    lineage: ['getLineage', 'Get the remixes that led to an image and came from it'],
    feed: ['getFeed', 'List public images of followed people'],
    following: ['listFollowing', 'List the people the member follows'],
    blocked: ['listBlocked', 'List the people the member has blocked'],
    follow: ['setFollow', 'Follow or unfollow a person'],
    blockMaker: ['blockMaker', 'Block the maker of a public image'],
    detachRemix: ['detachRemix', 'Detach a remix from an image of the member'],
    block: ['setBlock', 'Block or unblock a person', { description: 'Blocking ends follows in both directions.' }],
    avatar: ['getAvatarFile', 'Get an avatar image', { types: WEBP }],
    ownAvatar: ['getOwnAvatar', 'Get the member’s avatar'],
    chooseAvatar: ['setAvatar', 'Set or remove the member’s avatar'],
    remix: ['getRemixSource', 'Get a public image as the start of a remix'],
  }),

  ...tagged('Assistant', chatHttp, {
    start: ['startConversation', 'Start a conversation with the assistant'],
    message: [
      'recordConversationMessage',
      'Record a message of a conversation',
      { description: 'Messages of the same type and timestamp are stored once.' },
    ],
    end: ['endConversation', 'End a conversation'],
    state: ['getAssistantState', 'Get the member’s own figures that the assistant answers from'],
  }),

  ...tagged('Purchases and downloads', purchasesHttp, {
    purchase: ['purchaseImage', 'Buy an image with credits or wallet balance', { description: ENLARGED }],
    own: ['listPurchases', 'List the member’s purchases'],
    file: [
      'downloadPurchase',
      'Download a purchased image',
      {
        description: `Free, and can be repeated. \`size\` can be smaller than the purchased size. ${ENLARGED}`,
        types: FILES,
      },
    ],
    image: ['getPurchaseImageFile', 'Get the preview or thumbnail of a purchased image', { types: WEBP }],
  }),
  ...tagged('Purchases and downloads', downloadsHttp, {
    request: [
      'requestDownload',
      'Request a price quote for a download',
      { description: `The token is valid for 15 minutes and for one download. ${ENLARGED}` },
    ],
    confirm: ['confirmDownload', 'Confirm a quote and pay with credits'],
    file: [
      'downloadFile',
      'Download a file by its signed address',
      { description: 'The address is the only credential. No token is required.', types: FILES },
    ],
  }),
  ...tagged('Orders', ordersHttp, {
    place: [
      'placeOrder',
      'Order printed products and images',
      {
        status: CREATED,
        description: 'An order waits for its payment. A test order is charged nothing and grants nothing.',
      },
    ],
    pay: [
      'payOrder',
      'Pay an order by card, or find out what became of its payment',
      {
        description:
          'With `paymentMethod` the card is charged, once however often it is repeated. Without it the reply says where ' +
          'the payment stands, and has the client secret with which a browser confirms it.',
      },
    ],
    cancel: [
      'cancelOrder',
      'Cancel an order that is not in production',
      { description: 'What was paid goes back to the card.' },
    ],
    changeAddress: ['changeOrderAddress', 'Change the address of an order that is not in production'],
    reportArrival: [
      'reportArrival',
      'Report whether an order has arrived',
      { description: 'Delivery that is missing after the promised day is refunded.' },
    ],
    own: ['listOrders', 'List the member’s orders, newest first'],
    one: ['getOrder', 'Get an order'],
    image: ['getOrderedImageFile', 'Get the thumbnail of an ordered image', { types: WEBP }],
  }),
  ...tagged('Account and wallet', accountHttp, {
    balance: ['getBalance', 'Get the wallet and credit balance'],
    payDebt: ['payDebt', 'Pay owed credits from the wallet'],
    grant: ['grantCredits', 'Grant credits to a member'],
  }),
  ...tagged('Account and wallet', ledgerHttp, {
    statement: [
      'getStatement',
      'List account movements, newest first',
      {
        description:
          'With `at`, the reply contains only the balance at that instant. With `format=csv`, the reply is a CSV file of ' +
          'all matching entries, oldest first.',
        types: [CSV],
      },
    ],
  }),
  ...tagged('Account and wallet', invoicesHttp, {
    one: [
      'getInvoice',
      'Get an invoice, a credit note or a receipt',
      {
        description:
          'The number of a receipt is the id of its purchase. A purchase by card has the invoice of its order.',
      },
    ],
    seller: ['getSeller', 'Get the seller’s name and address'],
  }),
  ...tagged('Account and wallet', subscriptionsHttp, {
    plan: ['getPlan', 'Get the member’s plan'],
    upgrade: [
      'changePlan',
      'Change the plan',
      {
        description:
          'A lower plan takes effect when the paid period ends. A higher plan is refused with 402; the ' +
          'problem contains `url`, the address of the checkout.',
      },
    ],
    portal: ['openBillingPortal', 'Open the billing portal'],
  }),
  ...tagged('Account and wallet', payments, {
    topUp: ['startTopUp', 'Start a wallet top-up', { description: 'Replies with the address of the checkout.' }],
    checkout: ['getCheckout', 'Get the status of a checkout'],
  }),
  ...tagged('Account and wallet', settingsHttp, {
    prices: ['getPrices', 'Get the price list'],
    revisePrices: ['updatePrices', 'Update the price list'],
  }),
  ...tagged('Account and wallet', checkoutHttp, {
    mode: ['getCheckoutMode', 'Get whether checkout is in test mode'],
    settings: ['getCheckoutSettings', 'Get the checkout settings and their history'],
    toggle: ['setCheckoutMode', 'Turn the test mode of checkout on or off'],
  }),
  ...tagged('Earnings', earningsHttp, {
    own: ['getEarnings', 'Get the earnings from sales'],
    requestPayout: ['requestPayout', 'Request a payout'],
    settlePayout: ['settlePayout', 'Mark a payout as paid or rejected'],
  }),
  ...tagged('Earnings', profitsHttp, {
    summary: ['getEarningsSummary', 'Get what the member earned, by source and month'],
    pictures: ['listEarningPictures', 'List what each picture earned'],
    payouts: ['listPayouts', 'List the member’s payouts'],
  }),
  ...tagged('Earnings', payoutsConsoleHttp, {
    list: ['listPayoutRequests', 'List payouts'],
    export: [
      'exportPayouts',
      'Export the open payouts for the bank',
      { description: 'Contains account holders and IBANs. The export is recorded.', types: [CSV] },
    ],
    record: ['getPayout', 'Get a payout'],
  }),
  ...tagged('Earnings', curatorsHttp, {
    isCuratorImage: ['getCuratorPrices', 'Get the curator prices of a public image'],
    setPrices: ['setCuratorPrices', 'Set the member’s prices as a curator'],
    own: ['getOwnSection', 'Get the member’s section as a curator'],
    describeSection: ['describeSection', 'Set name, text and banner of the member’s section'],
    arrangeSeries: ['arrangeSeries', 'Create a series of the section or replace its pictures'],
    removeSeries: ['removeSeries', 'Remove a series from the section'],
    orderSeries: ['orderSeries', 'Set the order of the series'],
    figures: ['getCuratorFigures', 'Get views, sales and share by month and picture'],
    statement: [
      'getCuratorStatement',
      'Download a monthly statement of sales',
      { description: 'The name is a month, such as `2026-11.pdf`.', types: ['application/pdf'] },
    ],
    listed: ['listCurators', 'List the curators of the public gallery'],
    section: ['getCuratorSection', 'Get the section on a member’s public page'],
    appoint: ['setCurator', 'Make a member a curator or revoke the role'],
  }),
  ...tagged('Earnings', curatorsConsoleHttp, {
    list: ['listAllCurators', 'List present and former curators'],
  }),
  ...tagged('Challenges', competitionsHttp, {
    active: ['listOpenChallenges', 'List the challenges that are open'],
    challenge: ['getChallenges', 'Get the open, the next and the past challenges of a kind'],
    entries: ['listEntries', 'List the entries of a challenge'],
    leaderboard: [
      'getLeaderboard',
      'Get the entries that sold most',
      { description: 'Proceeds are provisional until the winners are announced.' },
    ],
    eligibility: ['getEligibility', 'Check whether a picture can be entered in the open challenges'],
    enter: ['enterChallenge', 'Enter a picture in a challenge', { description: 'Makes the picture public.' }],
    withdraw: [
      'withdrawEntry',
      'Withdraw an entry until its challenge closes',
      { description: 'A picture that was private before becomes private again.' },
    ],
  }),
  ...tagged('Challenges', competitionsConsoleHttp, {
    list: ['listChallengeRecords', 'List challenges'],
    one: ['getChallengeRecord', 'Get a challenge'],
    entries: ['listEntryRecords', 'List the entries of a challenge with their proceeds'],
    prepare: ['prepareChallenge', 'Prepare the challenge of a month'],
    revise: ['reviseChallenge', 'Change theme and description of a challenge until it opens'],
    disqualify: ['disqualifyEntry', 'Disqualify an entry'],
    announce: [
      'announceWinners',
      'Propose or confirm the announcement of the winners',
      { description: 'A second admin confirms what the first proposed.' },
    ],
  }),
  ...tagged('Activity', dashboardHttp, {
    overview: ['getDashboard', 'Get the member’s dashboard'],
    activity: ['listActivity', 'List the member’s activity'],
  }),
  ...tagged('Activity', telemetryHttp, {
    track: ['recordEvents', 'Record usage events', { status: ACCEPTED }],
    generations: ['getGenerationSeries', 'Get generations, spending and earnings by day'],
    performance: ['getPagePerformance', 'Get page performance'],
    trending: ['listTrendingTerms', 'List trending searches'],
  }),
  ...tagged('Personal data', dataExportHttp, {
    own: ['getDataExport', 'Get the latest data export'],
    request: ['requestDataExport', 'Request an export of personal data'],
    file: [
      'downloadDataExport',
      'Download a data export',
      { description: 'The signed address is the only credential.', types: ['application/zip'] },
    ],
  }),
  ...tagged('Personal data', erasureHttp, {
    own: ['getErasure', 'Get the status of the account deletion'],
    request: ['requestErasure', 'Request the deletion of the account'],
    withdraw: ['withdrawErasure', 'Withdraw the request to delete the account'],
  }),
  ...tagged('Provenance', originHttp, {
    verify: ['verifyOrigin', 'Verify the origin statement of a file'],
  }),

  ...tagged('Console: operators', operatorsHttp, {
    login: ['signInOperator', 'Sign in as an operator'],
    sendUnlock: [
      'sendUnlockLink',
      'Mail a link that lets a browser sign in despite too many failed attempts',
      { description: 'Replies the same for unknown addresses. The link can be used once, and the password is needed.' },
    ],
    unlock: ['unlockBrowser', 'Let this browser try the password, by the token of the mail'],
    logout: ['signOutOperator', 'End the operator’s session'],
    me: ['getCurrentOperator', 'Get the signed-in operator'],
    look: ['getInvitation', 'Get an invitation by its token'],
    accept: ['acceptInvitation', 'Accept an invitation and sign in'],
    list: ['listOperators', 'List operators', { description: 'Filters: `id`, `role`, `status`, `q`.' }],
    one: ['getOperator', 'Get an operator and its history'],
    invite: ['inviteOperator', 'Invite an operator', { status: CREATED }],
    change: ['updateOperator', 'Change the role or status of an operator'],
    renew: ['renewInvitation', 'Send a new invitation'],
  }),
  ...tagged('Console: messages', messagesHttp, {
    submit: ['submitMessage', 'Send a message to the operators', { status: CREATED }],
    list: ['listMessages', 'List messages'],
    counts: ['countMessages', 'Count messages by status'],
    one: ['getMessage', 'Get a message and its history'],
    triage: ['triageMessage', 'Change the status, priority or assignee of a message'],
    triageMany: [
      'triageMessages',
      'Triage several messages',
      { description: 'Each message succeeds or fails on its own.' },
    ],
    reply: ['replyToMessage', 'Reply to a message by email'],
    reopen: ['reopenMessage', 'Reopen a message'],
    filters: ['listListFilters', 'List the saved filters of a list'],
    saveFilter: ['saveListFilter', 'Save a filter of a list'],
    deleteFilter: ['deleteListFilter', 'Delete a saved filter of a list'],
  }),
  ...tagged('Console: conversations', chatConsoleHttp, {
    list: ['listConversations', 'List conversations with the assistant'],
    one: ['getConversation', 'Get a conversation and its messages'],
  }),
  ...tagged('Console: figures', overviewHttp, {
    overview: ['getOverview', 'Get daily figures of the installation'],
  }),
  ...tagged('Console: figures', revenueHttp, {
    days: ['getRevenue', 'Get revenue by day, in cents'],
  }),
  ...tagged('Console: figures', telemetryConsoleHttp, {
    performance: ['getSitePerformance', 'Get page performance of the site'],
    landings: ['listLandings', 'List landing pages by visits'],
  }),
  ...tagged('Console: figures', journeysHttp, {
    funnel: ['getFunnel', 'Get the registration funnel'],
    cohorts: ['getCohorts', 'Get weekly cohorts of members'],
  }),
  ...tagged('Console: reports', reportsHttp, {
    list: ['listReports', 'List the built-in reports'],
    runs: ['listReportRuns', 'List report runs'],
    run: ['getReportRun', 'Get a report run and its result'],
    request: [
      'requestReportRun',
      'Run a report',
      { description: 'The caller chooses the id, a UUID. A repeated request has no effect.' },
    ],
    cancel: ['cancelReportRun', 'Cancel a report run'],
    facts: ['listFigureEvents', 'List the events behind a figure of a report'],
    export: ['exportReportRun', 'Export the result of a report run', { types: [CSV, 'application/json', PARQUET] }],
    schedules: ['listReportSchedules', 'List the monthly schedules of a report'],
    schedule: ['saveReportSchedule', 'Schedule a report for the first day of every month'],
    unschedule: ['deleteReportSchedule', 'Delete a monthly schedule'],
  }),
  ...tagged('Console: SQL', sqlHttp, {
    schema: ['getSqlSchema', 'List the tables and columns that can be queried'],
    run: [
      'runSql',
      'Run a SELECT statement',
      { description: '`as_of` makes a result reproducible. Problems contain the database’s message as `detail`.' },
    ],
    export: ['exportSql', 'Export all rows of a SELECT statement', { types: [CSV, 'application/json', PARQUET] }],
    queries: ['listSavedQueries', 'List the saved queries'],
    saveQuery: ['saveQuery', 'Create or replace a saved query'],
    setAlarm: ['setQueryAlarm', 'Set or remove the alarm of a saved query'],
    deleteQuery: ['deleteSavedQuery', 'Delete a saved query'],
  }),
  ...tagged('Console: events', eventsHttp, {
    list: [
      'listEvents',
      'List events, newest first',
      {
        description:
          'Filters: `id`, `type`, `category`, `kind`, `stream`, `member`, `actor`, `correlation`, `from`, `to`, `q`, ' +
          '`before`, `after`.',
      },
    ],
    facets: ['countEvents', 'Count events by category, type, actor and time'],
    export: [
      'exportEvents',
      'Export events, oldest first',
      { description: 'Personal fields stay sealed. The export is recorded.', types: [NDJSON, CSV] },
    ],
    named: ['findEvents', 'Find an event or streams by id or name'],
    one: ['getEvent', 'Get an event'],
    causes: ['getEventCauses', 'Get the causes and consequences of an event'],
    step: ['getStreamStep', 'Get the state of a stream after an event'],
  }),
  ...tagged('Console: events', filtersHttp, {
    own: ['listEventFilters', 'List the operator’s saved event filters'],
    one: ['getEventFilter', 'Get a saved event filter'],
    save: ['saveEventFilter', 'Save an event filter'],
    remove: ['deleteEventFilter', 'Delete a saved event filter'],
  }),
  ...tagged('Print service', printHttp, {
    file: [
      'getPrintFile',
      'Get the print file of an ordered item by its signed address',
      {
        description: 'The address is the only credential. The print service calls it.',
        types: ['image/jpeg', 'image/png'],
      },
    ],
    changed: ['reportPrintChange', 'Report that an order has changed at the print service'],
  }),
  ...tagged('Shop', productsHttp, {
    picture: ['getPrintablePicture', 'Get a picture as far as the member may have it printed'],
  }),
  ...tagged('Console: orders', ordersConsoleHttp, {
    list: [
      'listAllOrders',
      'List orders of all members, newest first',
      {
        description:
          'Filters: `id`, `status`, `test`, `late`, `q`, `tracking`, `member`, `payment`, `before`, `after`.',
      },
    ],
    lookUp: [
      'lookUpOrders',
      'Find orders by the customer’s email address or name',
      { description: 'An event records who looked up whom.' },
    ],
    counts: ['countOrders', 'Count orders that are late'],
    picture: ['getOrderPicture', 'Get the thumbnail of an ordered item', { types: WEBP }],
    record: ['getOrderRecord', 'Get an order of any member'],
  }),
  ...tagged('Console: orders', orderActionsHttp, {
    note: ['addOrderNote', 'Add a note to an order'],
    cancel: ['cancelOrderByOperator', 'Cancel an order that is not shipped and refund it'],
    refund: ['refundOrder', 'Refund an order, its delivery or some of its items'],
    reprint: ['reprintOrder', 'Have an order printed once more'],
    correctAddress: ['correctOrderAddress', 'Correct the delivery address of an order'],
  }),
  ...tagged('Console: ledger', ledgerConsoleHttp, {
    list: [
      'listLedgerEntries',
      'List ledger entries of all accounts, newest first',
      {
        description:
          'Filters: `id`, `reason`, `member`, `correlation`, `generation`, `purchase`, `payment`, `unit`, `min`, `max`, ' +
          '`from`, `to`, `before`, `after`.',
      },
    ],
    export: [
      'exportLedger',
      'Export ledger entries, oldest first',
      {
        description: 'NDJSON exports are hash chains that can be verified. The export is recorded.',
        types: [CSV, NDJSON],
      },
    ],
    account: ['getLedgerAccount', 'Get the balance of an account, now or at an instant'],
    one: ['getLedgerEntry', 'Get a ledger entry'],
  }),
  ...tagged('Console: audits', auditHttp, {
    list: ['listAudits', 'List audits', { description: 'Filters: `id`, `status`, `member_id`.' }],
    one: ['getAudit', 'Get an audit and its first thousand findings'],
    start: ['startAudit', 'Start an audit', { status: CREATED }],
    cancel: ['cancelAudit', 'Cancel an audit'],
  }),
  ...tagged('Console: providers', providerFiguresHttp, {
    figures: ['getProviderFigures', 'Get cost, income and waiting times of image providers'],
  }),
  ...tagged('Console: providers', providersConsole, {
    console: ['listProviders', 'List image providers, with budgets and the table of models'],
    pause: ['pauseProvider', 'Pause an image provider'],
    resume: ['resumeProvider', 'Resume an image provider'],
    revise: ['updateProviderRouting', 'Set which provider makes which model’s images'],
  }),
  ...tagged('Console: projections', operationsHttp, {
    list: ['listProjections', 'List projections', { description: 'Filters: `id`, `phase`, `paused`, `stands_still`.' }],
    lags: ['getProjectionLags', 'Get the lag of projections over time'],
    one: ['getProjection', 'Get a projection, its parked partitions and rebuilds'],
    parked: ['listParkedEvents', 'List the parked events of a partition'],
    pause: ['pauseProjection', 'Pause a projection'],
    resume: ['resumeProjection', 'Resume a projection'],
    rebuild: ['rebuildProjection', 'Rebuild a projection'],
    cancel: ['cancelRebuild', 'Cancel a rebuild', { description: 'Refused once the swap has begun.' }],
    retry: ['retryParkedEvents', 'Retry the parked events of a partition'],
    live: ['followConsole', 'Follow changes in the console', { types: EVENT_STREAM }],
  }),

  ...tagged('Service', health, {
    live: ['getLiveness', 'Check that the process is alive', { types: ['application/json'] }],
    ready: [
      'getReadiness',
      'Check that the process can serve requests',
      { description: 'Replies with 503 and the missing parts while it cannot.', types: ['application/json'] },
    ],
  }),
  ...tagged('Service', documentation, {
    document: ['getOpenApiDocument', 'Get this OpenAPI document', { types: ['application/json'] }],
    viewer: ['getApiDocs', 'Show this documentation', { types: ['text/html'] }],
  }),
];

interface Omission {
  reason: string;
  routes: readonly Route[];
}

/** Routes that are left out of the document. */
export const omissions: readonly Omission[] = [
  { reason: 'Exists only in local development, while no mail server is set.', routes: Object.values(mailHttp) },
  { reason: 'Serves HTML and files to browsers and search engines.', routes: [...Object.values(pagesHttp), asset] },
  { reason: 'Called by Stripe only, with a signature over the body.', routes: [webhook] },
  { reason: 'Called by image providers only, with a signature over the body.', routes: [providerWebhook] },
  { reason: 'Called by monitoring, with a token of the installation.', routes: [metrics] },
];

/** Tags in the order of the document. */
export const tags: Readonly<Record<string, string>> = {
  Authentication: 'Accounts, sessions, profiles and email preferences.',
  'Image generation': 'Generate images, follow their progress and manage the results.',
  Gallery: 'Own and public images.',
  Search: 'Search public images.',
  Favorites: 'Images a member has marked.',
  Collections: 'Named lists of a member’s own images.',
  Uploads: 'Pictures that a member brings along, to be referred to in a request.',
  'Share links': 'Links that show images to anyone who has them.',
  People: 'Public profiles, follows, blocks and remixes.',
  Assistant: 'Conversations with the assistant, and the member’s figures that it answers from.',
  'Purchases and downloads': 'Buy images and download files.',
  Orders: 'Order printed products and images by card.',
  'Print service': 'What the print service calls.',
  Shop: 'Pictures as printed products.',
  'Account and wallet': 'Balances, statements, plans, payments and prices.',
  Earnings: 'Sales, payouts and curators.',
  Challenges: 'Monthly design challenges, their entries and winners.',
  Activity: 'Figures about a member’s own use, and usage events.',
  'Personal data': 'Export personal data and delete an account.',
  Provenance: 'Verify where a file comes from.',
  'Console: operators': 'Operators, their sessions and invitations.',
  'Console: conversations': 'What members and the assistant said to each other.',
  'Console: messages': 'Messages from visitors and members.',
  'Console: figures': 'Figures about the installation.',
  'Console: reports': 'Reproducible reports and their schedules.',
  'Console: SQL': 'Read-only SQL over the event log.',
  'Console: events': 'The event log.',
  'Console: orders': 'Orders of all members.',
  'Console: ledger': 'Movements of all accounts.',
  'Console: audits': 'Checks of the event log and the ledger.',
  'Console: providers': 'Image providers: figures, pauses and routing.',
  'Console: projections': 'The state of the read models.',
  Service: 'Health checks and this document.',
};
