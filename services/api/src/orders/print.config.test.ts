import { ConfigError } from '@easel/kernel/server/config';
import { expect, test } from 'vitest';
import { printConfig, wholePrints } from './print.config.ts';
import { PrintsLookup } from './prints.lookup.ts';

const PRINT_KEY = 'a-key-of-prodigi';
const local = 'http://127.0.0.1:12112/v4.0';

test('without a setting nothing is printed, and an order waits half an hour', () => {
  expect(printConfig.parse({})).toEqual({
    PRINT_KEY: undefined,
    PRINT_URL: 'https://api.prodigi.com/v4.0',
    PRINT_AFTER_MS: 1_800_000,
    PRINT_LOOK_MS: 900_000,
  });
});

test.each([
  ['PRINT_KEY', 'a key'],
  ['PRINT_URL', 'ftp://api.prodigi.com'],
  ['PRINT_AFTER_MS', '-1'],
  ['PRINT_AFTER_MS', 'soon'],
  ['PRINT_LOOK_MS', '0'],
])('%s is not %s', (name, value) => {
  expect(printConfig.safeParse({ [name]: value }).success).toBe(false);
});

test('a key of the print service needs files at a public address, and is not sent in the clear', () => {
  const real = printConfig.parse({ PRINT_KEY });
  for (const publicUrl of [undefined, 'http://easel.example', 'https://127.0.0.1:3000']) {
    expect(() => wholePrints(real, publicUrl)).toThrow(ConfigError);
  }
  expect(wholePrints(real, 'https://easel.example')).toBe(real);
  const clear = printConfig.parse({ PRINT_KEY, PRINT_URL: 'http://api.prodigi.com/v4.0' });
  expect(() => wholePrints(clear, 'https://easel.example')).toThrow('PRINT_URL must begin with https://');
  const standIn = printConfig.parse({ PRINT_KEY, PRINT_URL: local });
  expect(wholePrints(standIn, undefined)).toBe(standIn);
  const none = printConfig.parse({});
  expect(wholePrints(none, undefined)).toBe(none);
});

test('the print service prints by a key of its own, and a stand-in on this machine nothing', () => {
  const by = (settings: object) => {
    const { isThere, by: printer } = new PrintsLookup(printConfig.parse(settings));
    return [isThere, printer];
  };
  expect(by({ PRINT_KEY })).toEqual([true, 'service']);
  expect(by({ PRINT_KEY, PRINT_URL: 'https://api.sandbox.prodigi.com/v4.0' })).toEqual([true, 'service']);
  expect(by({ PRINT_KEY, PRINT_URL: local })).toEqual([true, 'local']);
  expect(by({})).toEqual([false, 'off']);
});
