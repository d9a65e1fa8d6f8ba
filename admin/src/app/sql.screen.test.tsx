import { sqlHttp, type SavedQuery } from '@easel/contracts/columns/http';
import { queryProblems, sqlProblems } from '@easel/contracts/columns/problems';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import SqlPage from '../features/columns/sql-page.tsx';
import { button, field, server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer('analyst');

const at = '2026-11-28T10:00:00.000Z';
const query = (changes: Partial<SavedQuery> = {}): SavedQuery => ({
  id: 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6',
  name: 'Failures',
  sql: 'select 7',
  chart: 'none',
  version: 1,
  saved_at: at,
  saved_by: { id: 'o1', role: 'analyst' },
  alarm: null,
  ...changes,
});
const reply = (rows: unknown[][], more = false) =>
  server.reply(sqlHttp.run, {
    success: true,
    as_of: '77',
    columns: [
      { name: 'type', type: 'VARCHAR' },
      { name: 'facts', type: 'BIGINT' },
    ],
    rows,
    more,
  });

beforeEach(() => {
  const facts = { name: 'facts', columns: [{ name: 'at', type: 'TIMESTAMP' }] };
  const purged = { name: 'Purged', columns: [{ name: 'generationId', type: 'VARCHAR' }] };
  server.reply(sqlHttp.schema, { success: true, tables: [facts, purged], position: '77', at });
  server.reply(sqlHttp.queries, { success: true, queries: [] });
});

test('a statement is answered by rows, and as of where', async () => {
  reply([['Purged', 3]]);
  const user = show(<SqlPage />);
  await user.click(button('Run'));
  const rows = await screen.findByRole('region', { name: 'Rows' });
  expect(within(rows).getByRole('cell', { name: '3' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'One row' })).toBeTruthy();
  expect(screen.getByText('77')).toBeTruthy();
});

test('rows come a page at a time', async () => {
  reply(
    Array.from({ length: 60 }, (_, index) => [`Type ${index}`, index]),
    true,
  );
  const user = show(<SqlPage />);
  await user.click(button('Run'));
  expect(await screen.findByRole('heading', { name: 'The first 60 rows' })).toBeTruthy();
  expect(screen.getByText('Type 24')).toBeTruthy();
  expect(screen.queryByText('Type 25')).toBeNull();
  await user.click(button(/next page/i));
  expect(await screen.findByText('Type 49')).toBeTruthy();
});

test('a refusal is told in the server’s words and the database’s', async () => {
  server.refuse(sqlHttp.run, sqlProblems.failed, [], { detail: 'Catalog Error: nothing is called so' });
  const user = show(<SqlPage />);
  await user.click(button('Run'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(sqlProblems.failed.message);
  expect(alert.textContent).toContain('nothing is called so');
});

test('an answer says when the statement above it has been changed', async () => {
  reply([['Purged', 3]]);
  const user = show(<SqlPage />);
  await user.click(button('Run'));
  await screen.findByRole('region', { name: 'Rows' });
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(field('Statement'), ' limit 1');
  expect(screen.getByRole('alert').textContent).toContain('before you changed it');
});

test('an instant is chosen from a calendar in UTC, and a position takes its place', async () => {
  reply([['Purged', 3]]);
  const user = show(<SqlPage />);
  fireEvent.change(screen.getByLabelText('As of (UTC)'), { target: { value: '2026-11-20T10:00' } });
  await user.click(button('Run'));
  await screen.findByRole('region', { name: 'Rows' });
  await user.type(field('Or as of a position'), 'x77');
  expect(screen.getByLabelText<HTMLInputElement>('As of (UTC)').value).toBe('');
  await user.click(button('Run'));
  await waitFor(() => expect(server.callsOf(sqlHttp.run)).toHaveLength(2));
  const asked = server.callsOf(sqlHttp.run).map(({ body }) => (body as { as_of: string }).as_of);
  expect(asked).toEqual(['2026-11-20T10:00:00.000Z', '77']);
});

test('names of the schema go into the statement, in quotation marks where SQL wants them', async () => {
  const user = show(<SqlPage />);
  await user.clear(field('Statement'));
  await user.click(await screen.findByRole('button', { name: 'Put at into the statement' }));
  expect((field('Statement') as HTMLTextAreaElement).value).toBe('"at"');
  await user.type(field('Find a table or a field'), 'generation');
  expect(screen.queryByRole('button', { name: 'Put at into the statement' })).toBeNull();
});

describe('a saved query', () => {
  test('is opened, and says what its alarm has come to', async () => {
    const alarm = { side: 'above', threshold: 5, state: 'raised', value: '7', changed_at: at } as const;
    server.reply(sqlHttp.queries, { success: true, queries: [query({ alarm })] });
    const user = show(<SqlPage />);
    await user.click(await screen.findByRole('button', { name: 'Failures' }));
    expect((field('Statement') as HTMLTextAreaElement).value).toBe('select 7');
    expect(screen.getByText('Alarm: 7 is above 5')).toBeTruthy();
  });

  test('removes the answer to another statement when it is opened, and keeps its own', async () => {
    server.reply(sqlHttp.queries, { success: true, queries: [query()] });
    reply([['Purged', 3]]);
    const user = show(<SqlPage />);
    await user.clear(field('Statement'));
    await user.type(field('Statement'), 'select 1');
    await user.click(button('Run'));
    await screen.findByRole('region', { name: 'Rows' });
    await user.click(await screen.findByRole('button', { name: 'Failures' }));
    expect(screen.queryByRole('region', { name: 'Rows' })).toBeNull();
    await user.click(button('Run'));
    await screen.findByRole('region', { name: 'Rows' });
    await user.click(await screen.findByRole('button', { name: 'Failures' }));
    expect(screen.getByRole('region', { name: 'Rows' })).toBeTruthy();
  });

  test('whose name is taken is not kept, and says so', async () => {
    server.refuse(sqlHttp.saveQuery, queryProblems.nameTaken);
    const user = show(<SqlPage />);
    await user.click(button('Save'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Failures');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(queryProblems.nameTaken.message);
  });
});
