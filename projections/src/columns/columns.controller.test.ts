import { sqlHttp } from '@easel/contracts/columns/http';
import { sqlProblems } from '@easel/contracts/columns/problems';
import type { StatementFact } from '@easel/contracts/columns/statements.events';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { exportsOf, storedOf } from '../testing/exports.ts';
import { operator } from '../testing/operators.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

const IN_COLUMNS_MS = 60_000;

let queries: QueryServer;
let analyst: { id: string; authorization: string };
beforeAll(async () => {
  queries = await startQueries();
  analyst = await operator(queries, 'analyst');
  await queries.append(new AccountStory(new Recorder()).allowance(500));
  const counted = async () => ((await post(sqlHttp.schema.path)).body as { position: string | null }).position !== null;
  await vi.waitUntil(counted, { timeout: IN_COLUMNS_MS });
}, IN_COLUMNS_MS);
afterAll(() => queries.close());

function post(path: string, body?: object) {
  const caller = supertest(queries.server.http);
  const request = body ? caller.post(path).send(body) : caller.get(path);
  return request.set('authorization', analyst.authorization);
}
const statements = () => storedOf<StatementFact>(queries.server, 'statement');

test('a statement leaves an event: who ran it, how many rows it read, how long it took, its text sealed', async () => {
  const { body } = await post(sqlHttp.run.path, { sql: "select range, 'zanzibar' as word from range(3)" });
  const event = (await statements()).at(-1);
  expect(event).toMatchObject({
    type: 'StatementRun',
    stream: `statement-${event?.data.statementId}`,
    metadata: { actor: { kind: 'operator', id: analyst.id, role: 'analyst' } },
    data: {
      operatorId: analyst.id,
      words: expect.stringMatching(/^sealed:1:/) as string,
      position: (body as { as_of: string }).as_of,
      rows: 3,
      ms: expect.any(Number) as number,
      outcome: 'answered',
    },
  });
  expect(JSON.stringify(event?.data)).not.toContain('zanzibar');
});

test.each([
  ['on the page', sqlHttp.run.path, {}],
  ['as a file', sqlHttp.export.path, { format: 'csv' }],
])('a refused statement leaves an event %s, as its error may show data', async (_, path, format) => {
  const { status } = await post(path, { sql: 'select error(type) from facts', ...format });
  expect(status).toBe(422);
  const event = (await statements()).at(-1);
  expect(event?.data).toMatchObject({ position: null, rows: 0, outcome: sqlProblems.outOfReach.code });
});

test('a file leaves the events of an export alone, which say how long it took', async () => {
  const before = (await statements()).length;
  await post(sqlHttp.export.path, { sql: 'select * from range(5)', format: 'csv' });
  expect(await statements()).toHaveLength(before);
  const [begun, ended] = (await exportsOf(queries.server)).slice(-2);
  expect(begun).toMatchObject({ type: 'ExportBegun', data: { what: 'sql', format: 'csv' } });
  expect(ended?.data).toMatchObject({ rows: 5, ms: expect.any(Number) as number, outcome: 'complete' });
});

test('nothing is sent while the log does not take the event', async () => {
  const append = vi.spyOn(queries.server.foundation.log, 'append').mockRejectedValueOnce(new Error('away'));
  const { status, body } = await post(sqlHttp.run.path, { sql: "select 'zanzibar'" });
  append.mockRestore();
  expect(status).toBeGreaterThanOrEqual(500);
  expect(JSON.stringify(body)).not.toContain('zanzibar');
});
