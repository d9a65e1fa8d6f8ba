import { Module } from '@nestjs/common';
import { DispatchRenderHandler } from './dispatch.handler.ts';
import { GenerationController } from './generation.controller.ts';
import { AbandonGenerationHandler, DeleteGenerationHandler, RequestGenerationHandler } from './generation.handlers.ts';
import { GenerationLookup } from './generation.lookup.ts';
import { GenerationOutcomes } from './outcomes.ts';

@Module({
  controllers: [GenerationController],
  providers: [
    RequestGenerationHandler,
    AbandonGenerationHandler,
    DeleteGenerationHandler,
    DispatchRenderHandler,
    GenerationLookup,
    GenerationOutcomes,
  ],
})
export class GenerationModule {}
