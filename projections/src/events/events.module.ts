import { Module } from '@nestjs/common';
import { EventsController } from './events.controller.ts';
import { EventCausesHandler, EventFacetsHandler, EventPageHandler, OneEventHandler } from './events.queries.ts';

@Module({
  controllers: [EventsController],
  providers: [EventPageHandler, OneEventHandler, EventFacetsHandler, EventCausesHandler],
})
export class EventsModule {}
