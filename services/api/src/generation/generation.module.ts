import { generationStream } from '@easel/contracts/generation/stream';
import { LiveHub } from '@easel/kernel/http/live-hub';
import { mounted } from '@easel/kernel/deciding/mounted';
import { Sessions } from '@easel/kernel/identity/sessions';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccountLookup } from '../account/account.lookup.ts';
import { PublicAddress } from '../public-address.ts';
import { DownloadController } from './download.controller.ts';
import { GenerationController } from './generation.controller.ts';
import { generation } from './generation.decider.ts';
import { AttachVariantHandler, ChangeGenerationHandler, PurgeGenerationHandler } from './generation.handlers.ts';
import { GenerationLookup } from './generation.lookup.ts';
import { ImageRequests } from './image-requests.ts';
import { LiveController } from './live.controller.ts';
import { LiveFeed } from './live.feed.ts';
import { GenerationOutcomes } from './outcomes.ts';
import { OwnGenerationsController } from './own-generations.controller.ts';
import { RenderQueueStore } from './render-queue-store.ts';
import { RenderQueueKeeper } from './render-queue.keeper.ts';
import { StoredRenderQueue } from './render-queue.tables.ts';
import { CreateVariantHandler, RequestGenerationsHandler, RetryGenerationHandler } from './request.handlers.ts';
import { ShareGenerationHandler } from './share.handler.ts';

const liveHub: Provider = {
  provide: LiveHub,
  inject: [Sessions, LOGGER],
  useFactory: (sessions: Sessions, logger: Logger) =>
    new LiveHub({ logger, admits: async (token) => (await sessions.byToken(token)) !== undefined }),
};

@Module({
  controllers: [GenerationController, OwnGenerationsController, DownloadController, LiveController],
  providers: [
    mounted(generationStream, generation),
    RequestGenerationsHandler,
    CreateVariantHandler,
    RetryGenerationHandler,
    ChangeGenerationHandler,
    ShareGenerationHandler,
    AttachVariantHandler,
    PurgeGenerationHandler,
    ImageRequests,
    AccountLookup,
    RenderQueueKeeper,
    { provide: RenderQueueStore, useClass: StoredRenderQueue },
    LiveFeed,
    liveHub,
    GenerationLookup,
    GenerationOutcomes,
    PublicAddress,
  ],
})
export class GenerationModule {}
