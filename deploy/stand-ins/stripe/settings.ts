import { z } from 'zod';

/** How new events are delivered; changed by control calls, kept over a restart. */
export const settingsShape = z.strictObject({
  /** New deliveries wait until they are released. */
  hold: z.boolean(),
  /** How often every event is delivered. */
  times: z.int().min(0).max(100),
});

export type Settings = z.infer<typeof settingsShape>;

export const PLAIN_SETTINGS: Settings = { hold: false, times: 1 };
