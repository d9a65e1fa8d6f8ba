import { analyticsModel } from './analytics/analytics.queries.ts';
import { dashboardModel } from './dashboard/dashboard.queries.ts';
import { galleryModel } from './gallery/gallery.queries.ts';
import type { ReadModel } from './kernel/projector.ts';

/** Everything that is kept up with the log. */
export const readModels: readonly ReadModel[] = [galleryModel, dashboardModel, analyticsModel];
