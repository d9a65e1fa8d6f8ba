import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('an empty environment is enough', () => {
  expect(readConfig({ NATS_URL: '' })).toEqual({
    port: 3000,
    dataDir: resolve('.data'),
    seedDemo: true,
    adminEmail: 'admin@easel.local',
    adminPassword: undefined,
    rateLimitScale: 1,
    natsUrl: undefined,
    logLevel: 'info',
  });
});

test('what is set is taken', () => {
  const env = {
    PORT: '0',
    DATA_DIR: '/srv/easel',
    SEED_DEMO: '0',
    RATE_LIMIT_SCALE: '0.5',
    NATS_URL: 'nats://bus:4222',
  };
  expect(readConfig(env)).toMatchObject({
    port: 0,
    dataDir: '/srv/easel',
    seedDemo: false,
    rateLimitScale: 0.5,
    natsUrl: 'nats://bus:4222',
  });
});

test.each([
  ['PORT', '70000', 'PORT must be at most 65535'],
  ['PORT', 'http', 'PORT must be a port from 0 to 65535'],
  ['PORT', '-1', 'PORT must be a port from 0 to 65535'],
  ['PORT', '3000.5', 'PORT must be a whole number'],
  ['SEED_DEMO', 'yes', 'SEED_DEMO must be 0 or 1'],
  ['ADMIN_EMAIL', 'admin', 'ADMIN_EMAIL must be an email address'],
  ['ADMIN_PASSWORD', 'short', 'ADMIN_PASSWORD must have at least 8 characters'],
  ['RATE_LIMIT_SCALE', '0', 'RATE_LIMIT_SCALE must be above 0'],
  ['RATE_LIMIT_SCALE', 'NaN', 'RATE_LIMIT_SCALE must be a number above 0'],
  ['NATS_URL', 'bus:4222', 'NATS_URL must be an address like nats://host:4222'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of'],
])('%s=%s is refused by its name', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message);
});

test('every wrong variable is named at once', () => {
  expect(() => readConfig({ PORT: 'x', SEED_DEMO: 'x' })).toThrow(
    new ConfigError('PORT must be a port from 0 to 65535\nSEED_DEMO must be 0 or 1'),
  );
});
