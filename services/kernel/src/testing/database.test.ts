import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './database.ts';

test('a test database is empty, its own, and can be dropped while in use', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new Client({ connectionString: one.url });
  const cut = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  await client.query('create table mine (id int)');
  const other = new Client({ connectionString: two.url });
  await other.connect();
  expect((await other.query(`select to_regclass('mine') as found`)).rows).toEqual([{ found: null }]);
  await other.end();
  await Promise.all([one.drop(), two.drop()]);
  expect(await cut).toMatchObject({ code: '57P01' });
});
