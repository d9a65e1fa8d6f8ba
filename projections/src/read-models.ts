import type { Generation } from '@easel/contracts/generation/http';
import { PUBLIC_CATEGORY } from '@easel/contracts/gallery/policy';
import { searchCategories } from '@easel/contracts/search/policy';
import { Sealer } from '@easel/kernel/identity/sealing';
import type { ModuleMetadata, Provider } from '@nestjs/common';
import { AnalyticsController, type Trends, TRENDS } from './analytics/analytics.controller.ts';
import { analyticsModel } from './analytics/analytics.queries.ts';
import { CollectionsController, OWN_CARDS, type OwnCards } from './collections/collections.controller.ts';
import { collectionsModel } from './collections/collections.queries.ts';
import {
  AUTHOR_OF,
  type AuthorOf,
  SharedController,
  SHOWN_IMAGE,
  type ShownImage,
} from './collections/shared.controller.ts';
import {
  CompetitionsController,
  ENTRY_CARDS,
  type EntryCards,
  PEOPLE_FOLLOWED,
  type PeopleFollowed,
} from './competitions/competitions.controller.ts';
import { competitionsModel } from './competitions/competitions.queries.ts';
import { CompetitionsConsoleController } from './competitions/console.controller.ts';
import { ConversationsController } from './conversations/conversations.controller.ts';
import { conversationsModel } from './conversations/conversations.queries.ts';
import { CuratorsConsoleController } from './curators/console.controller.ts';
import {
  CURATED_PICTURES,
  CURATED_TITLES,
  type CuratedPictures,
  type CuratedTitles,
  CURATOR_PEOPLE,
  type CuratorPeople,
  CuratorsController,
} from './curators/curators.controller.ts';
import { curatorsModel } from './curators/curators.queries.ts';
import { COUNT_PICTURES, DashboardController } from './dashboard/dashboard.controller.ts';
import { type CountPictures, dashboardModel } from './dashboard/dashboard.queries.ts';
import { eventsModel } from './events/events-model.ts';
import { EventsController } from './events/events.controller.ts';
import { CARDS, type Cards, FavoritesController } from './favorites/favorites.controller.ts';
import { favoritesModel } from './favorites/favorites.queries.ts';
import { FiltersController } from './filters/filters.controller.ts';
import { filtersModel } from './filters/filters.queries.ts';
import { DRESS, type Dress, FIND_PUBLIC, type FindPublic, GalleryController } from './gallery/gallery.controller.ts';
import {
  cardsOf,
  countPictures,
  foundOf,
  galleryModel,
  linkPicture,
  shownImage,
  titlesOf,
} from './gallery/gallery.queries.ts';
import { listedPictures, publicPictures } from './gallery/public-gallery.queries.ts';
import { ImageFilesController } from './gallery/image-files.controller.ts';
import { NewPictures } from './gallery/new-pictures.ts';
import { InvoicesController } from './invoices/invoices.controller.ts';
import { invoiceNumbers, invoicesModel, orderInvoices } from './invoices/invoices.queries.ts';
import { JourneysController } from './journeys/journeys.controller.ts';
import { journeysModel } from './journeys/journeys.queries.ts';
import type { ReadModel } from './kernel/projector.ts';
import { ALSO_READ, type AlsoRead } from './kernel/read-your-writes.ts';
import { Reads } from './kernel/reads.ts';
import type { JsonReply } from './kernel/reply.ts';
import { LedgerConsoleController } from './ledger/console.controller.ts';
import {
  INVOICE_NUMBERS,
  type InvoiceNumbers,
  LedgerController,
  TITLES_OF,
  type TitlesOf,
} from './ledger/ledger.controller.ts';
import { ledgerModel } from './ledger/ledger.queries.ts';
import { MessagesController } from './messages/messages.controller.ts';
import { messagesModel } from './messages/messages.queries.ts';
import { CustomerLookups } from './orders/customer-lookups.ts';
import { ORDER_INVOICES, ORDERED_TITLES, type OrderedTitles, OrdersController } from './orders/orders.controller.ts';
import { type OrderInvoices, ordersModel } from './orders/orders.queries.ts';
import { OverviewController } from './overview/overview.controller.ts';
import { overviewModel } from './overview/overview.queries.ts';
import { BOUGHT_OF, type BoughtOf, dress, dressWhileFound } from './people/dress.ts';
import { PeopleController, PUBLIC_PICTURES, type PublicPictures } from './people/people.controller.ts';
import {
  peopleFollowed,
  peopleModel,
  peopleNamed,
  peopleShownAs,
  peopleShownTo,
  shownPerson,
} from './people/people.queries.ts';
import { LINK_PICTURE, type LinkPicture, LISTED_PICTURES } from './pages/pages.controller.ts';
import { LOAD_WEB_BUILD, type LoadWebBuild } from './pages/rendered-pages.ts';
import type { ListedPictures } from './pages/sitemap.ts';
import { loadWebBuild } from './pages/web-build.ts';
import { PerformanceController } from './performance/performance.controller.ts';
import { performanceModel } from './performance/performance.queries.ts';
import { PayoutsController } from './profits/payouts.controller.ts';
import { PICTURE_CARDS, type PictureCards, ProfitsController } from './profits/profits.controller.ts';
import { profitsModel } from './profits/profits.queries.ts';
import { ProvidersController } from './providers/providers.controller.ts';
import { providersModel } from './providers/providers.queries.ts';
import { PurchasesController } from './purchases/purchases.controller.ts';
import { boughtOf, purchasesModel } from './purchases/purchases.queries.ts';
import { queriesModel } from './queries/queries.queries.ts';
import { QueriesController } from './queries/queries.controller.ts';
import { RevenueController } from './revenue/revenue.controller.ts';
import { revenueModel } from './revenue/revenue.queries.ts';
import { AUTHORS_NAMED, FOUND_CARDS, type FoundCards, SearchController } from './search/search.controller.ts';
import { FigureFactsController } from './report-runs/figure-facts.controller.ts';
import { ReportRunsController } from './report-runs/report-runs.controller.ts';
import { SchedulesController } from './report-runs/schedules.controller.ts';
import { reportsModel } from './report-runs/report-runs.queries.ts';
import { type AuthorsNamed, findPublic, listCategory, searchModel } from './search/search.queries.ts';
import { trending } from './search/trends.queries.ts';
import { UploadsController } from './uploads/uploads.controller.ts';
import { uploadsModel } from './uploads/uploads.queries.ts';

/** What is kept up with the log, and who answers from it. */
interface ReadSide {
  model: ReadModel;
  /** Controllers. */
  routes: NonNullable<ModuleMetadata['controllers']>;
  /** What they are given of other read models, as these do not know each other. */
  given?: readonly Provider[];
  /** What they are told of by others, so that these must have seen what the caller has written, too. */
  also?: readonly ReadModel[];
}

const dresser: Provider = {
  provide: DRESS,
  useFactory:
    (reads: Reads, sealer: Sealer): Dress =>
    (viewerId, generations) =>
      dress({ reads, sealer, boughtOf }, viewerId, generations),
  inject: [Reads, Sealer],
};

/** Cards with what is known of their makers; a member's own that are private bear nothing. */
const dressedBy =
  (dressed: Dress, find: FoundCards): FoundCards =>
  async (reads, viewerId, ids): Promise<JsonReply> => {
    const { json, incomplete } = await find(reads, viewerId, ids);
    const found = JSON.parse(json) as Generation[];
    const { generations, incomplete: lacking } = await dressed(
      viewerId,
      found.filter(({ isPublic }) => isPublic),
    );
    const shown = new Map(generations.map((generation) => [generation.id, generation]));
    return {
      json: JSON.stringify(found.flatMap((card) => (card.isPublic ? (shown.get(card.id) ?? []) : card))),
      incomplete: incomplete || lacking,
    };
  };

const cards: Provider = {
  provide: CARDS,
  useFactory: (dressed: Dress): Cards => dressedBy(dressed, cardsOf),
  inject: [DRESS],
};

const foundCards: Provider = {
  provide: FOUND_CARDS,
  useFactory: (dressed: Dress): FoundCards => dressedBy(dressed, foundOf),
  inject: [DRESS],
};

const publicCards =
  (sealer: Sealer): EntryCards =>
  async (reads, viewerId, ids) => {
    if (ids.length === 0) return { generations: [], incomplete: false };
    const found = publicPictures.byIds(reads, ids);
    return dressWhileFound({ reads, sealer, boughtOf }, viewerId, { ids, found });
  };

const entryCards: Provider = { provide: ENTRY_CARDS, useFactory: publicCards, inject: [Sealer] };

const curatedPictures: Provider = {
  provide: CURATED_PICTURES,
  useFactory:
    (reads: Reads, sealer: Sealer): CuratedPictures =>
    (viewerId, ids) =>
      publicCards(sealer)(reads, viewerId, ids),
  inject: [Reads, Sealer],
};

const derivedCategories = new Set<string>(searchCategories.map(({ id }) => id));

/**
 * What the public gallery asks the search: words, which may be of a category, and the categories that follow from
 * prompts.
 */
const findInGallery: FindPublic = async (reads, { search = '', category, page, limit, cursor }) => {
  if (search !== '') {
    const within = category === PUBLIC_CATEGORY ? undefined : category || undefined;
    const found = await findPublic(reads, { q: search, category: within, page, limit }, peopleShownAs);
    return { ...found, nextCursor: null };
  }
  if (category === undefined || !derivedCategories.has(category)) return undefined;
  const listed = await listCategory(reads, { category, page, limit, cursor });
  return { ...listed, nextCursor: listed.nextCursor ?? null };
};

/** Every read model, a line each. */
export const readSides: readonly ReadSide[] = [
  {
    model: galleryModel,
    routes: [GalleryController, ImageFilesController],
    given: [dresser, { provide: FIND_PUBLIC, useValue: findInGallery }, NewPictures],
    also: [peopleModel, purchasesModel, searchModel],
  },
  {
    model: favoritesModel,
    routes: [FavoritesController],
    given: [cards],
    also: [galleryModel, peopleModel, purchasesModel],
  },
  {
    model: collectionsModel,
    routes: [CollectionsController, SharedController],
    given: [
      { provide: OWN_CARDS, useValue: cardsOf satisfies OwnCards },
      { provide: SHOWN_IMAGE, useValue: shownImage satisfies ShownImage },
      { provide: AUTHOR_OF, useValue: shownPerson satisfies AuthorOf },
    ],
    also: [galleryModel, peopleModel],
  },
  {
    model: peopleModel,
    routes: [PeopleController],
    given: [
      { provide: PUBLIC_PICTURES, useValue: publicPictures satisfies PublicPictures },
      { provide: BOUGHT_OF, useValue: boughtOf satisfies BoughtOf },
    ],
    also: [galleryModel, purchasesModel],
  },
  {
    model: curatorsModel,
    routes: [CuratorsController, CuratorsConsoleController],
    given: [
      curatedPictures,
      {
        provide: CURATOR_PEOPLE,
        useValue: { named: peopleNamed, shownTo: peopleShownTo } satisfies CuratorPeople,
      },
      { provide: CURATED_TITLES, useValue: titlesOf satisfies CuratedTitles },
    ],
    also: [galleryModel, peopleModel, purchasesModel],
  },
  {
    model: searchModel,
    routes: [SearchController],
    given: [foundCards, { provide: AUTHORS_NAMED, useValue: peopleShownAs satisfies AuthorsNamed }],
    also: [galleryModel, peopleModel, purchasesModel],
  },
  {
    model: competitionsModel,
    routes: [CompetitionsController, CompetitionsConsoleController],
    given: [entryCards, { provide: PEOPLE_FOLLOWED, useValue: peopleFollowed satisfies PeopleFollowed }],
    also: [galleryModel, peopleModel, purchasesModel],
  },
  {
    model: dashboardModel,
    routes: [DashboardController],
    given: [{ provide: COUNT_PICTURES, useValue: countPictures satisfies CountPictures }],
    also: [galleryModel],
  },
  {
    model: analyticsModel,
    routes: [AnalyticsController],
    given: [{ provide: TRENDS, useValue: trending satisfies Trends }],
    also: [searchModel],
  },
  { model: performanceModel, routes: [PerformanceController] },
  {
    model: ledgerModel,
    routes: [LedgerController, LedgerConsoleController],
    given: [
      { provide: TITLES_OF, useValue: titlesOf satisfies TitlesOf },
      { provide: INVOICE_NUMBERS, useValue: invoiceNumbers satisfies InvoiceNumbers },
    ],
    also: [galleryModel, invoicesModel],
  },
  {
    model: profitsModel,
    routes: [ProfitsController, PayoutsController],
    given: [{ provide: PICTURE_CARDS, useValue: cardsOf satisfies PictureCards }],
    also: [galleryModel],
  },
  { model: invoicesModel, routes: [InvoicesController] },
  { model: purchasesModel, routes: [PurchasesController], also: [galleryModel] },
  {
    model: ordersModel,
    routes: [OrdersController],
    given: [
      { provide: ORDERED_TITLES, useValue: titlesOf satisfies OrderedTitles },
      { provide: ORDER_INVOICES, useValue: orderInvoices satisfies OrderInvoices },
      CustomerLookups,
    ],
    also: [galleryModel, invoicesModel],
  },
  { model: messagesModel, routes: [MessagesController] },
  { model: conversationsModel, routes: [ConversationsController] },
  { model: uploadsModel, routes: [UploadsController] },
  { model: overviewModel, routes: [OverviewController] },
  { model: providersModel, routes: [ProvidersController] },
  { model: revenueModel, routes: [RevenueController] },
  { model: journeysModel, routes: [JourneysController] },
  { model: eventsModel, routes: [EventsController] },
  { model: filtersModel, routes: [FiltersController] },
  { model: queriesModel, routes: [QueriesController] },
  { model: reportsModel, routes: [ReportRunsController, FigureFactsController, SchedulesController] },
];

/** What the pages that come rendered are given of read models. */
export const givenToPages: readonly Provider[] = [
  { provide: LISTED_PICTURES, useValue: listedPictures satisfies ListedPictures },
  { provide: LINK_PICTURE, useValue: linkPicture satisfies LinkPicture },
  { provide: LOAD_WEB_BUILD, useValue: loadWebBuild satisfies LoadWebBuild },
];

/** Everything that is kept up with the log. */
export const readModels: readonly ReadModel[] = readSides.map(({ model }) => model);

/** For whoever waits until a caller's own writes are seen. */
export const alsoRead: Provider = {
  provide: ALSO_READ,
  useValue: new Map(readSides.map(({ model, also = [] }) => [model, also])) satisfies AlsoRead,
};
