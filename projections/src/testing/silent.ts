import { createLogger } from '@easel/kernel/server/logger';

export const silent = createLogger({ name: 'test', level: 'silent' });
