import { soleStream, streamKind } from '../kernel/stream.ts';

/** Availability of one provider, as operators and workers report it. The stream's id is the provider's name. */
export const providerStream = streamKind({ category: 'provider', subject: 'provider' });

/** Reservations at one provider on one UTC day, for providers with a budget. `spendingId` builds the id. */
export const spendingStream = streamKind({ category: 'spending', subject: 'provider and day' });
/** Builds the stream's id; `day` is `yyyy-mm-dd`. */
export const spendingId = (provider: string, day: string): string => `${provider}.${day}`;

/** The routing table, which maps models to providers. */
export const routingStream = soleStream('settings-routing');
