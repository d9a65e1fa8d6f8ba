import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { Devices } from './devices.ts';
import { PostgresPersonKeys } from './person-keys-postgres.ts';
import { Sealer } from './sealing.ts';

// Digests need no database.
const devicesUnder = (key: string) => new Devices(new Sealer(new PostgresPersonKeys(new Pool()), key.repeat(32)));
const devices = devicesUnder('ab');
const ada = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const eve = 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6';
const header = ({ name, value }: { name: string; value: string }): string => `theme=dark; ${name}=${value}`;

test('a browser is known by the cookie it was given, to its member alone', () => {
  const cookie = header(devices.issue(ada, 0, undefined));
  expect(devices.find(ada, 0, cookie)).toMatch(/^[\w-]{22}$/);
  expect(devices.any(cookie)).toBe(devices.find(ada, 0, cookie));
  expect(devices.find(eve, 0, cookie)).toBeUndefined();
  expect(cookie).not.toContain(ada);
});

test('it stays the same browser, until the member’s browsers are forgotten', () => {
  const first = devices.issue(ada, 0, undefined);
  expect(devices.issue(ada, 0, header(first))).toEqual(first);
  expect(devices.find(ada, 1, header(first))).toBeUndefined();
  expect(devices.issue(ada, 1, header(first)).value).not.toBe(first.value);
});

test('one browser may be known to several members', () => {
  const cookies = `${header(devices.issue(ada, 0, undefined))}; ${header(devices.issue(eve, 3, undefined))}`;
  expect(devices.find(ada, 0, cookies)).toBeDefined();
  expect(devices.find(eve, 3, cookies)).toBeDefined();
});

test('none can be made up', () => {
  const { name, value } = devices.issue(ada, 0, undefined);
  const [id, , signature = ''] = value.split('.');
  const altered = signature.startsWith('a') ? `b${signature.slice(1)}` : `a${signature.slice(1)}`;
  const forged = [
    `${name}=${id}.0.${altered}`,
    `${name}=${id}.1.${signature}`,
    `${name}=${'A'.repeat(22)}.0.${signature}`,
    `${name}=`,
    `${name}=${value}.`,
    `${devices.issue(eve, 0, undefined).name}=${value}`,
    header(devicesUnder('cd').issue(ada, 0, undefined)),
    'easel_device_=1',
    ';;;===',
  ];
  for (const cookie of forged) expect([cookie, devices.any(cookie)]).toEqual([cookie, undefined]);
});
