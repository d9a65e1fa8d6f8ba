import { logReadModel } from '../kernel/projector.ts';
import { events } from './events.projector.ts';

export const eventsModel = logReadModel(events);
