import { expect, test } from 'vitest';
import { banner } from './banner.ts';
import { readConfig } from './config.ts';

const mailbox = 'http://127.0.0.1:3000/dev/mail?token=opens-the-mailbox';
const running = { address: 'http://127.0.0.1:3000', mailbox, bus: 'PostgreSQL', given: [], signIns: [] };

test('it names addresses, bus, and every sign-in', () => {
  const text = banner(
    readConfig({ DATA_DIR: '/srv/easel' }),
    {
      ...running,
      operator: { email: 'admin@easel.local', password: 'made-up-word' },
      signIns: [{ who: 'member', email: 'ada@example.org', password: 'demo-word' }],
    },
    2.34,
  );
  for (const word of ['2.3 s', 'http://127.0.0.1:3000/admin', 'PostgreSQL', '/srv/easel/logs']) {
    expect(text).toContain(word);
  }
  expect(text).toMatch(/operator +admin@easel\.local +made-up-word/);
  expect(text).toMatch(/member +ada@example\.org +demo-word/);
});

test('it says which cards pay where none is charged', () => {
  const operator = { email: 'me@example.org', password: undefined };
  expect(banner(readConfig({}), { ...running, operator }, 1)).toMatch(
    /Cards +stand-in Stripe: 4242 4242 4242 4242 pays/,
  );
  const real = readConfig({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' });
  expect(banner(real, { ...running, operator }, 1)).toMatch(/Cards +by Stripe/);
});

test('it says where nothing is printed', () => {
  const operator = { email: 'me@example.org', password: undefined };
  expect(banner(readConfig({}), { ...running, operator }, 1)).toMatch(
    /Prints +stand-in print service: it prints nothing/,
  );
  const real = readConfig({ PRINT_KEY: 'a-key-of-prodigi', PUBLIC_URL: 'https://easel.example' });
  expect(banner(real, { ...running, operator }, 1)).toMatch(/Prints +by Prodigi/);
});

test('names the providers of pictures, or says that the built-in renderer draws them', () => {
  const operator = { email: 'me@example.org', password: undefined };
  expect(banner(readConfig({}), { ...running, operator }, 1)).toMatch(
    /Pictures +the built-in renderer draws them; docs\/operating\/providers says how to configure others/,
  );
  expect(banner(readConfig({ PROVIDERS: 'stand-in' }), { ...running, operator }, 1)).toMatch(
    /Pictures +by Stand-in Images, Stand-in FLUX, Stand-in Mystic/,
  );
});

test('it says where mails are: in the mailbox by an address that opens it, with a mail server, or nowhere', () => {
  const operator = { email: 'me@example.org', password: undefined };
  const mailLine = (env: NodeJS.ProcessEnv, at: string | undefined): string | undefined =>
    /Mail +(.+)/.exec(banner(readConfig(env), { ...running, mailbox: at, operator }, 1))?.[1];
  expect(mailLine({}, mailbox)).toBe(mailbox);
  expect(mailLine({ SMTP_URL: 'smtp://mail' }, undefined)).toBe('by SMTP_URL');
  expect(mailLine({ PUBLIC_URL: 'https://easel.example' }, undefined)).toMatch(
    /^neither sent nor to be read: set SMTP_URL/,
  );
});

test('a password that was given is not shown', () => {
  const operator = { email: 'me@example.org', password: undefined };
  expect(banner(readConfig({}), { ...running, operator }, 1)).toMatch(/me@example\.org +\(as in ADMIN_PASSWORD\)/);
});

test('it names what was given and is not started here, and where the stand-in keeps its books', () => {
  const operator = { email: 'me@example.org', password: undefined };
  const given = [
    { part: 'Event store', name: 'EventStoreDB at a:2113, b:2113' },
    { part: 'Database', name: 'PostgreSQL at db:5432/easel' },
  ];
  const text = banner(readConfig({}), { ...running, given, operator }, 1);
  expect(text).toMatch(/Event store +EventStoreDB at a:2113, b:2113/);
  expect(text).toMatch(/Database +PostgreSQL at db:5432\/easel/);
  expect(text).toMatch(/Cards .*its books are the schema stripe_standin/);
});
