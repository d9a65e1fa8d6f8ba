import { Refused } from '@easel/contracts/kernel/problem';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ContractPipe, readQuery } from './contract-pipe.ts';

const pipe = new ContractPipe();
const page = z.object({
  page: z.coerce.number().check(z.int('Please send a whole number')),
  q: z._default(z.string(), ''),
});
/** As Fastify reads an address. */
const queryOf = (fields: object): object => Object.assign(Object.create(null) as object, fields);

test('reads a query by its schema at once, and takes only the fields that it names', () => {
  const sent = queryOf({ page: '3', other: 'x', constructor: 'y' });
  Object.defineProperty(sent, '__proto__', { value: 'z', enumerable: true });
  expect(pipe.transform(sent, { type: 'query', schema: page })).toStrictEqual({ page: 3, q: '' });
});

const refusal = (path: string, message: string): unknown =>
  expect.objectContaining({ extra: { message, errors: [{ path, message }] } });

test('refuses a query with the name of the field and its sentence', () => {
  const read = (): unknown => pipe.transform(queryOf({ page: '1.5' }), { type: 'query', schema: page });
  expect(read).toThrow(Refused);
  expect(read).toThrow(refusal('page', 'Please send a whole number'));
});

test('reads the query of a handler that asks for it itself, and refuses it alike', () => {
  expect(readQuery(page, queryOf({ page: '3', other: 'x' }))).toStrictEqual({ page: 3, q: '' });
  expect(() => readQuery(page, queryOf({ page: '1.5' }))).toThrow(refusal('page', 'Please send a whole number'));
});

test('waits for a schema of an address that answers later', async () => {
  const later = z.object({ id: z.string().check(z.refine((id) => Promise.resolve(id !== 'taken'), 'This is taken')) });
  await expect(pipe.transform({ id: 'free' }, { type: 'param', schema: later })).resolves.toEqual({ id: 'free' });
  await expect(pipe.transform({ id: 'taken' }, { type: 'param', schema: later })).rejects.toEqual(
    refusal('id', 'This is taken'),
  );
});

test('passes on what has no schema as it is', () => {
  const sent = queryOf({ page: 'many' });
  expect(pipe.transform(sent, { type: 'query' })).toBe(sent);
});

test('takes names that reach prototypes out of a body', async () => {
  const body: unknown = JSON.parse('{"fields":{"__proto__":{"isAdmin":true},"name":"x"}}');
  const schema = z.object({ fields: z.unknown() });
  const read = (await pipe.transform(body, { type: 'body', schema })) as {
    fields: object;
  };
  expect(Object.keys(read.fields)).toEqual(['name']);
});
