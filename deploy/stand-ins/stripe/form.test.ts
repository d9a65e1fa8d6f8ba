import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseForm } from './form.ts';
import { flag, integer, list, metadata, read, readExpand, text } from './params.ts';
import { withoutCards } from './redact.ts';

const plain = (form: unknown) => JSON.parse(JSON.stringify(form)) as unknown;

test('reads what the library writes', () => {
  expect(plain(parseForm('a=1&b[c][0][d]=2&b[c][1][d]=3&e[]=4&e[]=5&f=%5Bx%5D+y'))).toEqual({
    a: '1',
    b: { c: { 0: { d: '2' }, 1: { d: '3' } } },
    e: { 0: '4', 1: '5' },
    f: '[x] y',
  });
});

test('a name means nothing but itself', () => {
  const form = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
});

test.each([
  ['malformed', 'a[b=1'],
  ['two things at once', 'a=1&a[b]=2'],
  ['too deep', `a${'[b]'.repeat(9)}=1`],
  ['too many', Array.from({ length: 1_001 }, (_, index) => `a${index}=1`).join('&')],
])('refuses what is %s', (_, form) => {
  expect(() => parseForm(form)).toThrow(/nvalid|nested|Too many/);
});

const shape = z.object({
  amount: integer,
  live: flag.optional(),
  metadata: metadata.optional(),
  items: list(z.strictObject({ name: text })).optional(),
});

test('reads parameters as what they are', () => {
  const form = parseForm('amount=-5&live=true&metadata[1]=x&items[1][name]=b&items[0][name]=a&items[10][name]=c');
  expect(read(shape, form)).toEqual({
    amount: -5,
    live: true,
    metadata: { 1: 'x' },
    items: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  });
  expect(readExpand(parseForm('expand[]=a.b&expand[]=c'))).toEqual(['a.b', 'c']);
});

test.each([
  ['', 'parameter_missing', 'amount'],
  ['amount=1e309', 'parameter_invalid_integer', 'amount'],
  ['amount=NaN', 'parameter_invalid_integer', 'amount'],
  ['amount=1&items[0][other]=1&items[0][name]=x', 'parameter_unknown', 'items[0][other]'],
  ['amount=1&items[0][x]=1', 'parameter_missing', 'items[0][name]'],
  ['amount=1&items[0][name]=', 'parameter_invalid_empty', 'items[0][name]'],
])('%j is %s of %s', (form, code, param) => {
  expect(() => read(shape, parseForm(form))).toThrow(
    expect.objectContaining({ status: 400, error: expect.objectContaining({ code, param }) }),
  );
});

test('refuses metadata that is too much', () => {
  expect(() => read(shape, parseForm(`amount=1&metadata[x]=${'y'.repeat(501)}`))).toThrow('Metadata');
});

test('does not repeat what looks like a card', () => {
  expect(() => read(shape, parseForm('amount=4242 4242 4242 4242'))).toThrow('Invalid integer: …');
  const form = parseForm(
    'payment_method_data[card][number]=4242424242424242&payment_method_data[card][cvc]=123&amount=5',
  );
  expect(JSON.stringify(withoutCards(form))).not.toContain('42424242');
});
