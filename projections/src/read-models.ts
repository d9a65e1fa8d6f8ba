import { analyticsModel } from './analytics/analytics.queries.ts';
import { dashboardModel } from './dashboard/dashboard.queries.ts';
import { eventsModel } from './events/events-model.ts';
import { favoritesModel } from './favorites/favorites.queries.ts';
import { galleryModel } from './gallery/gallery.queries.ts';
import type { ReadModel } from './kernel/projector.ts';
import { ledgerModel } from './ledger/ledger.queries.ts';
import { messagesModel } from './messages/messages.queries.ts';
import { overviewModel } from './overview/overview.queries.ts';
import { purchasesModel } from './purchases/purchases.queries.ts';

/** Everything that is kept up with the log. */
export const readModels: readonly ReadModel[] = [
  galleryModel,
  favoritesModel,
  dashboardModel,
  analyticsModel,
  ledgerModel,
  purchasesModel,
  messagesModel,
  overviewModel,
  eventsModel,
];
