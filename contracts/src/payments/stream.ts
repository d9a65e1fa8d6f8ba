import { streamKind } from '../kernel/stream.ts';

/** What the card service has told once, by its event's id. */
export const webhookStream = streamKind({ category: 'webhook', subject: 'webhook' });
