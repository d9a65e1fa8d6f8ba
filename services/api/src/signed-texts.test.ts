import { Writable } from 'node:stream';
import { createLogger } from '@easel/kernel/server/logger';
import { createPool } from '@easel/kernel/database/database';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SignedTexts } from './signed-texts.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
/** Never connects: digests need no database. */
const sealer = (masterKey: string) =>
  new Sealer(
    new PostgresPersonKeys(createPool('postgres://127.0.0.1:1/none', { max: 1, name: 'none', logger })),
    masterKey,
  );

const value = z.strictObject({ name: z.string(), sum: z.int() });
const key = 'ab'.repeat(32);
const signed = new SignedTexts(sealer(key), 'a test', value);
const values = fc.record({ name: fc.string({ unit: 'binary' }), sum: fc.maxSafeInteger() });

test('comes back as it was signed', () => {
  fc.assert(
    fc.property(values, (said) => {
      const text = signed.sign(said);
      expect(text).toMatch(/^[\w.-]+$/);
      expect(signed.read(text)).toEqual(said);
    }),
  );
});

test('whichever byte is another one, it is refused', () => {
  const changed = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) });
  fc.assert(
    fc.property(values, changed, (said, { at, by }) => {
      const bytes = Buffer.from(signed.sign(said));
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ by;
      expect(signed.read(bytes.toString('latin1'))).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
  const text = signed.sign({ name: 'fox', sum: 7 });
  for (let place = 0; place < text.length; place++) {
    for (const other of ['A', 'a', '0', '.', '-', 'é']) {
      if (text[place] === other) continue;
      expect(signed.read(text.slice(0, place) + other + text.slice(place + 1))).toBeUndefined();
    }
  }
});

test('shortened, lengthened or made up, it is refused', () => {
  const text = signed.sign({ name: 'fox', sum: 7 });
  for (const other of [text.slice(0, -1), `${text}0`, `${text}=`, ` ${text}`, text.toUpperCase(), '', 'signed..']) {
    expect(signed.read(other)).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.string(), (anything) => {
      expect(signed.read(anything)).toBeUndefined();
    }),
  );
});

test('what another purpose or another key has signed is refused', () => {
  const said = { name: 'fox', sum: 7 };
  expect(signed.read(new SignedTexts(sealer(key), 'another', value).sign(said))).toBeUndefined();
  expect(signed.read(new SignedTexts(sealer('cd'.repeat(32)), 'a test', value).sign(said))).toBeUndefined();
});

test('what is signed and of another shape is refused', () => {
  const loose = new SignedTexts(sealer(key), 'a test', z.looseObject({}));
  expect(signed.read(loose.sign({ name: 'fox', sum: 7, more: 1 }))).toBeUndefined();
  expect(signed.read(loose.sign({ name: 'fox' }))).toBeUndefined();
});

test('the log does not print it', () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const text = signed.sign({ name: 'fox', sum: 7 });
  const log = createLogger({ name: 'test', destination });
  log.info({ url: `/api/downloads/file/${text}`, err: new Error(`no ${text}`) }, `GET /api/downloads/file/${text}`);
  expect(lines.join('')).toContain('/api/downloads/file/signed.[redacted]');
  expect(lines.join('')).not.toContain(text.split('.')[1]);
});
