import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type {} from './provided-context.ts';

export interface TestDatabase {
  /** As superuser, so that tests may cut connections. */
  readonly url: string;
  /** Also ends the sessions that are still open there. */
  drop(): Promise<void>;
}

/**
 * A database of its own in the suite's PostgreSQL, so that test files share nothing: empty, or a copy of `template`.
 */
export async function createTestDatabase(template = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
