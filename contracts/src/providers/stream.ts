import { soleStream, streamKind } from '../kernel/stream.ts';

/** Whether a provider takes calls: what operators and the workers say of it. Named by the provider's name. */
export const providerStream = streamKind({ category: 'provider', subject: 'provider' });

/** What was spent at a provider on one day, UTC; only where it has a budget. Named by `spendingId`. */
export const spendingStream = streamKind({ category: 'spending', subject: 'provider and day' });
/** `day` as `yyyy-mm-dd`. */
export const spendingId = (provider: string, day: string): string => `${provider}.${day}`;

/** Which provider makes which model's pictures. */
export const routingStream = soleStream('settings-routing');
