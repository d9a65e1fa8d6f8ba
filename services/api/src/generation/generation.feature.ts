import { generationStream } from '@easel/contracts/generation/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { LiveHub } from '@easel/kernel/http/live-hub';
import { Sessions } from '@easel/kernel/identity/sessions';
import { LOGGER } from '@easel/kernel/server/tokens';
import type { Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { abandonHolds } from './abandon.process.ts';
import { Cancellations } from './cancel-generation.ts';
import { CreateVariantHandler } from './create-variant.ts';
import { attachVariants } from './deliver-variant.process.ts';
import { DeliverVariantHandler } from './deliver-variant.ts';
import { DownloadController } from './download.controller.ts';
import { GenerationController } from './generation.controller.ts';
import { generation } from './generation.decider.ts';
import { GalleryMonthLookup } from './gallery-month.lookup.ts';
import { GenerationLookup } from './generation.lookup.ts';
import { ImageRequests } from './image-requests.ts';
import { ImagingHealth } from './imaging-health.ts';
import { LiveController } from './live.controller.ts';
import { LiveFeed } from './live.feed.ts';
import { GenerationOutcomes } from './outcomes.ts';
import { OwnGenerationsController } from './own-generations.controller.ts';
import { OwnGenerationsLookup } from './own-generations.lookup.ts';
import { ProviderBudgets } from './provider-budgets.ts';
import { ProviderPaceLookup } from './provider-pace.lookup.ts';
import { purgeTrash } from './purge-trash.process.ts';
import { RenderQueueStore } from './render-queue-store.ts';
import { RenderQueueDispatcher } from './render-queue.dispatcher.ts';
import { StoredRenderQueue } from './render-queue.tables.ts';
import { RenderStandingLookup } from './render-standing.lookup.ts';
import { RequestGenerationsHandler } from './request-generations.ts';
import { RetryGenerationHandler } from './retry-generation.ts';
import { Shares } from './share-generation.ts';
import { SourcePictures } from './source-pictures.ts';

const liveHub: Provider = {
  provide: LiveHub,
  inject: [Sessions, LOGGER],
  useFactory: (sessions: Sessions, logger: Logger) =>
    new LiveHub({ logger, admits: async (token) => (await sessions.byToken(token)) !== undefined }),
};

export const generationFeature = feature({
  stream: generationStream,
  decider: generation,
  routes: [GenerationController, OwnGenerationsController, DownloadController, LiveController],
  processes: [abandonHolds, attachVariants, purgeTrash],
  lookups: [OwnGenerationsLookup, GenerationLookup, GalleryMonthLookup, RenderStandingLookup, ProviderPaceLookup],
  useCases: [RequestGenerationsHandler, CreateVariantHandler, RetryGenerationHandler, DeliverVariantHandler],
  providers: [
    Cancellations,
    Shares,
    ImageRequests,
    ProviderBudgets,
    SourcePictures,
    RenderQueueDispatcher,
    ImagingHealth,
    { provide: RenderQueueStore, useClass: StoredRenderQueue },
    LiveFeed,
    liveHub,
    GenerationOutcomes,
  ],
});
