import type { ModuleMetadata, Provider } from '@nestjs/common';
import { AnalyticsController } from './analytics/analytics.controller.ts';
import { analyticsModel } from './analytics/analytics.queries.ts';
import { DashboardController } from './dashboard/dashboard.controller.ts';
import { dashboardModel } from './dashboard/dashboard.queries.ts';
import { eventsModel } from './events/events-model.ts';
import { EventsController } from './events/events.controller.ts';
import { CARDS, type Cards, FavoritesController } from './favorites/favorites.controller.ts';
import { favoritesModel } from './favorites/favorites.queries.ts';
import { GalleryController } from './gallery/gallery.controller.ts';
import { cardsOf, foundOf, galleryModel } from './gallery/gallery.queries.ts';
import { ImageFilesController } from './gallery/image-files.controller.ts';
import type { ReadModel } from './kernel/projector.ts';
import { LedgerConsoleController } from './ledger/console.controller.ts';
import { LedgerController } from './ledger/ledger.controller.ts';
import { ledgerModel } from './ledger/ledger.queries.ts';
import { MessagesController } from './messages/messages.controller.ts';
import { messagesModel } from './messages/messages.queries.ts';
import { OverviewController } from './overview/overview.controller.ts';
import { overviewModel } from './overview/overview.queries.ts';
import { PurchasesController } from './purchases/purchases.controller.ts';
import { purchasesModel } from './purchases/purchases.queries.ts';
import { FOUND_CARDS, type FoundCards, SearchController } from './search/search.controller.ts';
import { searchModel } from './search/search.queries.ts';

/** What is kept up with the log, and who answers from it. */
interface ReadSide {
  model: ReadModel;
  /** Controllers. */
  routes: NonNullable<ModuleMetadata['controllers']>;
  /** What they are given of other read models, as these do not know each other. */
  given?: readonly Provider[];
}

/** Every read model, a line each. */
export const readSides: readonly ReadSide[] = [
  { model: galleryModel, routes: [GalleryController, ImageFilesController] },
  {
    model: favoritesModel,
    routes: [FavoritesController],
    given: [{ provide: CARDS, useValue: cardsOf satisfies Cards }],
  },
  {
    model: searchModel,
    routes: [SearchController],
    given: [{ provide: FOUND_CARDS, useValue: { of: foundOf, model: galleryModel } satisfies FoundCards }],
  },
  { model: dashboardModel, routes: [DashboardController] },
  { model: analyticsModel, routes: [AnalyticsController] },
  { model: ledgerModel, routes: [LedgerController, LedgerConsoleController] },
  { model: purchasesModel, routes: [PurchasesController] },
  { model: messagesModel, routes: [MessagesController] },
  { model: overviewModel, routes: [OverviewController] },
  { model: eventsModel, routes: [EventsController] },
];

/** Everything that is kept up with the log. */
export const readModels: readonly ReadModel[] = readSides.map(({ model }) => model);
