import { expect, test } from 'vitest';
import { ledgerHttp } from './http.ts';

test.each(['from', 'to', 'at'])('rejects an instant in `%s` that PostgreSQL cannot hold', (name) => {
  const { query } = ledgerHttp.statement;
  expect(query.safeParse({ [name]: '2026-11-28T10:00:00Z' }).success).toBe(true);
  expect(query.safeParse({ [name]: '0000-01-01T00:00:00Z' }).success).toBe(false);
});
