import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSigned, type SignedHeaders } from './webhook-signature.ts';

const secret = 'a secret of bytes, as they are: ü';
const at = new Date('2026-11-20T10:00:00.000Z');
const seconds = at.getTime() / 1000;
const body = '{"task_id":"t1","status":"COMPLETED"}';
const signature = (timestamp: string, key = secret) =>
  `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')}`;
const headers = (timestamp = String(seconds)): SignedHeaders => ({
  id: 'msg_1',
  timestamp,
  signature: signature(timestamp),
});
const check = (given: SignedHeaders, text = body) => isSigned(text, given, { secret, at });

test('accepts a signature with the secret, also among signatures with other secrets', () => {
  expect(check(headers())).toBe(true);
  const rotated = `${signature(String(seconds), 'the old one')} v2,AAAA ${headers().signature}`;
  expect(check({ ...headers(), signature: rotated })).toBe(true);
});

test.each([
  ['no id', { id: undefined }],
  ['another id', { id: 'msg_2' }],
  ['no time', { timestamp: undefined }],
  ['another time', { timestamp: String(seconds + 1) }],
  ['a malformed time', { timestamp: `${seconds}.5` }],
  ['no signature', { signature: undefined }],
  ['an empty signature', { signature: 'v1,' }],
  ['a signature without its version', { signature: headers().signature?.slice(3) }],
  ['a signature of another version', { signature: headers().signature?.replace('v1', 'v1a') }],
  ['the signature of another secret', { signature: signature(String(seconds), 'another') }],
])('refuses %s', (_what, wrong) => {
  expect(check({ ...headers(), ...wrong })).toBe(false);
});

test('refuses a body that differs by one space', () => {
  expect(check(headers(), `${body} `)).toBe(false);
});

test('accepts a webhook within five minutes of either clock', () => {
  for (const [offset, taken] of [
    [-300, true],
    [300, true],
    [-301, false],
    [301, false],
  ] as const) {
    expect(check(headers(String(seconds + offset)))).toBe(taken);
  }
});
