import { Module } from '@nestjs/common';
import { AnalyticsModule } from './analytics/analytics.module.ts';
import { DashboardModule } from './dashboard/dashboard.module.ts';
import { EventsModule } from './events/events.module.ts';
import { CARDS, type Cards, FavoritesController } from './favorites/favorites.controller.ts';
import { GalleryModule } from './gallery/gallery.module.ts';
import { cardsOf } from './gallery/gallery.queries.ts';
import { ReadsModule } from './kernel/reads.module.ts';
import { LedgerModule } from './ledger/ledger.module.ts';
import { MessagesModule } from './messages/messages.module.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { OverviewModule } from './overview/overview.module.ts';
import { ProjectionRunners } from './projection-runners.ts';
import { PurchasesModule } from './purchases/purchases.module.ts';

/** The query side: what is read, and the projectors that keep it up. Stands on the kernel's module. */
@Module({
  imports: [
    ReadsModule,
    GalleryModule,
    DashboardModule,
    AnalyticsModule,
    LedgerModule,
    PurchasesModule,
    MessagesModule,
    EventsModule,
    OverviewModule,
    OperationsModule,
  ],
  controllers: [FavoritesController],
  providers: [ProjectionRunners, { provide: CARDS, useValue: cardsOf satisfies Cards }],
})
export class ProjectionsModule {}
