import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { configHelp, readConfig } from './config.ts';

test('an empty environment is enough', () => {
  expect(readConfig({ NATS_URL: '' })).toEqual({
    port: 3000,
    dataDir: resolve('.data'),
    seedDemo: true,
    demoDays: 30,
    adminEmail: 'admin@easel.local',
    adminPassword: undefined,
    rateLimitScale: 1,
    natsUrl: undefined,
    logLevel: 'info',
    sendsMail: false,
    usesStripe: false,
    usesPrintService: false,
    providers: undefined,
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
  ['PORT', '70000', 'must be at most 65535'],
  ['PORT', 'http', 'must be a port'],
  ['PORT', '-1', 'must be 0 or above'],
  ['PORT', '3000.5', 'must be a whole number'],
  ['SEED_DEMO', 'perhaps', 'must be 0 or 1'],
  ['DEMO_DAYS', '60', 'must be 30 or 90'],
  ['ADMIN_EMAIL', 'admin', 'must be an email address'],
  ['ADMIN_PASSWORD', 'short', 'must have at least 8 characters'],
  ['RATE_LIMIT_SCALE', '0', 'must be above 0'],
  ['RATE_LIMIT_SCALE', 'NaN', 'must be a number'],
  ['NATS_URL', 'bus:4222', 'must be an address like nats://host:4222'],
  ['NATS_URL', 'nats://a:4222,http://b', 'must be an address like nats://host:4222'],
  ['EVENT_STORE_URL', 'http://a:2113', 'must be an address like esdb://'],
  ['EVENT_STORE_URL', 'esdb://a:2113?verify=no', 'has an option that the client does not know: verify'],
  ['DATABASE_URL', 'mysql://db', 'must be an address like postgres://'],
  ['MASTER_KEY', 'abc', 'must be 64 hexadecimal digits'],
  ['MAC_KEYS', `${'ab'.repeat(32)},abc`, 'must be 64 hexadecimal digits; several with commas'],
  ['COOKIE_KEY', 'AB', 'must be 64 hexadecimal digits'],
  ['LOG_LEVEL', 'loud', '"trace"'],
  ['TRUST_PROXY', 'proxy.example', 'must be addresses and networks of proxies'],
  ['METRICS_TOKEN', 'short', 'must have 16 to 200 characters'],
  ['DEV_MAIL_TOKEN', 'sixteen=letters=', 'must have 16 to 200 letters, digits, - and _'],
  ['SMTP_URL', 'http://mail', 'must be an address like smtp://'],
  ['STRIPE_SECRET_KEY', 'pk_test_1', 'must begin with sk_test_'],
  ['PROVIDERS', '/nowhere/providers.json', 'the file /nowhere/providers.json cannot be read'],
  ['PROVIDER_SLOTS', '0', 'must be 1 or above'],
])('%s=%s is refused by its name', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} is wrong: .*${message}`));
});

test.each([
  ['EVENT_STORE_URL', 'esdb://a:1,b:2,c:3?tls=false'],
  ['DATABASE_URL', 'postgres://db/easel'],
  ['NATS_URL', 'nats://a,nats://b'],
])('an installation on somebody’s own servers is not filled with a demo world: %s', (name, value) => {
  expect(readConfig({ [name]: value }).seedDemo).toBe(false);
  expect(readConfig({ [name]: value, SEED_DEMO: '1' }).seedDemo).toBe(true);
});

test('no wrong address and no wrong key is repeated', () => {
  for (const name of ['EVENT_STORE_URL', 'DATABASE_URL', 'NATS_URL', 'MASTER_KEY', 'MAC_KEYS', 'COOKIE_KEY']) {
    expect(() => readConfig({ [name]: 'odd://ada:w0rd@a:x' })).toThrow(/^(?!.*w0rd)/s);
  }
});

test('every wrong variable is named at once', () => {
  expect(() => readConfig({ PORT: 'x', SEED_DEMO: 'x' })).toThrow(/PORT is wrong.*\n.*SEED_DEMO is wrong/);
});

test('a key of the print service needs an address at which it fetches files', () => {
  const PRINT_KEY = 'a-key-of-prodigi';
  for (const PUBLIC_URL of ['', 'http://easel.example', 'https://localhost:3000']) {
    expect(() => readConfig({ PRINT_KEY, PUBLIC_URL })).toThrow('PUBLIC_URL must begin with https://');
  }
  expect(readConfig({ PRINT_KEY, PUBLIC_URL: 'https://easel.example' }).usesPrintService).toBe(true);
  expect(readConfig({ PRINT_KEY, PRINT_URL: 'http://127.0.0.1:12112/v4.0' }).usesPrintService).toBe(true);
  const sent = { PRINT_KEY, PUBLIC_URL: 'https://easel.example', PRINT_URL: 'http://api.prodigi.com/v4.0' };
  expect(() => readConfig(sent)).toThrow('PRINT_URL must begin with https://');
});

test('a key of Stripe needs the secret that its events are signed with', () => {
  const STRIPE_SECRET_KEY = 'sk_test_1';
  expect(() => readConfig({ STRIPE_SECRET_KEY })).toThrow('STRIPE_WEBHOOK_SECRET is missing');
  expect(readConfig({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: 'whsec_1' }).usesStripe).toBe(true);
});

test('the help tells of each', () => {
  for (const name of ['PORT', 'DATA_DIR', 'SEED_DEMO', 'ADMIN_EMAIL', 'NATS_URL', 'PROVIDERS'])
    expect(configHelp).toContain(name);
});
