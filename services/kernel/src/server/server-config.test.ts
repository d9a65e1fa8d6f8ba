import { expect, test } from 'vitest';
import { describeConfig, loadConfig } from './config.ts';
import { serverConfig } from './server-config.ts';

const trusted = (text: string) => loadConfig(serverConfig, { TRUST_PROXY: text }).TRUST_PROXY;

test.each([
  ['10.0.0.5', ['10.0.0.5']],
  ['loopback', ['loopback']],
  ['10.0.0.5, 192.168.0.0/16', ['10.0.0.5', '192.168.0.0/16']],
  ['2001:db8::1,fd00::/8', ['2001:db8::1', 'fd00::/8']],
])('TRUST_PROXY=%s trusts them', (text, expected) => {
  expect(trusted(text)).toEqual(expected);
});

test('nobody is trusted who is not named', () => {
  expect(loadConfig(serverConfig, {}).TRUST_PROXY).toBeUndefined();
});

test.each([
  ['true', 'must be addresses and networks of proxies'],
  ['*', 'must be addresses and networks of proxies'],
  ['proxy.example', 'must be addresses and networks of proxies'],
  ['10.0.0.5,', 'must be addresses and networks of proxies'],
  ['10.0.0.0/33', 'must be addresses and networks of proxies'],
  ['fd00::/129', 'must be addresses and networks of proxies'],
  ['10.0.0.0/8/8', 'must be addresses and networks of proxies'],
  ['1', 'must be addresses and networks of proxies'],
  ['-1', 'must be addresses and networks of proxies'],
  ['0.0.0.0/0', 'must not name a network of everybody'],
  ['10.0.0.5,::/0', 'must not name a network of everybody'],
])('TRUST_PROXY=%s is refused in a sentence', (text, sentence) => {
  expect(() => trusted(text)).toThrow(`TRUST_PROXY is wrong: ${sentence}`);
});

test('a token for the figures is long, and a wrong one is not shown', () => {
  expect(loadConfig(serverConfig, { METRICS_TOKEN: 'a+b/c=0123456789' }).METRICS_TOKEN).toBe('a+b/c=0123456789');
  for (const token of ['fifteen-letters', 'sixteen letters and spaces', 'ü'.repeat(16)]) {
    expect(() => loadConfig(serverConfig, { METRICS_TOKEN: token })).toThrow(
      /METRICS_TOKEN is wrong: must have 16 to 200 characters and no spaces$/,
    );
  }
  expect(describeConfig(serverConfig)).toMatch(/TRUST_PROXY +optional +/);
});
