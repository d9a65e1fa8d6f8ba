import type { createLogger } from '@easel/kernel/server/logger';

/** What the machinery here says things to. */
export type Log = ReturnType<typeof createLogger>;
