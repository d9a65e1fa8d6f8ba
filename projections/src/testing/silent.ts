import { createLogger } from '@easel/kernel/logger';

export const silent = createLogger({ name: 'test', level: 'silent' });
