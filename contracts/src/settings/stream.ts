import { soleStream } from '../kernel/stream.ts';

/** The price list, and each revision of it. */
export const pricesStream = soleStream('settings-prices');
/** Whether the checkout is in test mode. */
export const checkoutStream = soleStream('settings-checkout');
