import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { keepColumns } from '@easel/projections/columns/testing/columns';
import { builtIn } from '@easel/projections/reports/built-in';
import { GenerationStory } from '@easel/projections/testing/generations';
import { Recorder } from '@easel/projections/testing/recorded';
import { parse as parseCsv } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runReport } from './run-report.ts';

const recorder = new Recorder();
const facts = Array.from({ length: 5 }, () => new GenerationStory(recorder, randomUUID()).whole({})).flat();

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-report-'));
  mkdirSync(join(folder, 'blobs'));
  await keepColumns(join(folder, 'blobs-columns'), facts);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const report = (...args: string[]) => reportIn(folder, ...args);

async function reportIn(dataDir: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const told = Promise.all([text(out), text(err)]);
  const code = await runReport(args, { DATA_DIR: dataDir }, { out, err }, new AbortController().signal);
  out.end();
  err.end();
  const [said, words] = await told;
  return { code, out: said, err: words };
}

describe('npm run report', () => {
  test('lists what is built in', async () => {
    const { code, out } = await report('list');
    expect(code).toBe(0);
    for (const [name, { answers }] of Object.entries(builtIn))
      expect(out).toMatch(new RegExp(`^${name} +${answers}`, 'm'));
  });

  test('makes one, as a table, JSON and CSV', async () => {
    const json = await report('renders', '--format', 'json');
    expect(json.err).toMatch(new RegExp(`^as of ${facts.at(-1)?.position}, code [0-9a-f]{12}$`, 'm'));
    const { columns, rows } = JSON.parse(json.out) as { columns: { name: string }[]; rows: unknown[][] };
    expect(rows[0]?.[columns.findIndex(({ name }) => name === 'asked for')]).toBe(5);
    expect((await report('renders')).out).toMatch(/^month +provider/);
    const csv = parseCsv((await report('renders', '--format', 'csv')).out, { bom: true });
    expect(csv).toHaveLength(1 + rows.length);
  });

  test('says that there is no installation in a folder that does not exist', async () => {
    const none = join(folder, 'none');
    const { code, err } = await reportIn(none, 'renders');
    expect(code).toBe(2);
    expect(err).toBe(`There is no installation in ${none}: set DATA_DIR to its folder\n`);
  });

  test('takes its parameters, and as of when', async () => {
    const none = await report('renders', '--format', 'json', '--param', 'from=2090-01');
    expect(JSON.parse(none.out)).toMatchObject({ rows: [] });
    const early = await report('renders', '--format', 'json', '--as-of', String(facts[0]?.position));
    expect(JSON.parse(early.out)).toMatchObject({ position: String(facts[0]?.position) });
  });

  test('tells the facts behind a figure', async () => {
    const month = facts[0]?.recordedAt.toISOString().slice(0, 7) ?? '';
    const row = [month, 'procedural', 'realism'].flatMap((word) => ['--row', word]);
    const { code, out, err } = await report('renders', ...row, '--column', 'completed', '--format', 'csv');
    expect(code).toBe(0);
    expect(err).toMatch(/^5, by 5 facts$/m);
    const completed = facts.filter(({ type }) => type === 'GenerationCompleted');
    expect(parseCsv(out, { bom: true, columns: true })).toEqual(
      completed.map(({ position, recordedAt, type, stream }) => ({
        position: String(position),
        at: recordedAt.toISOString(),
        type,
        stream,
        moved: '1',
      })),
    );
    expect((await report('renders', '--row', 'none', '--column', 'completed')).err).toMatch(/^no figure, by 0 facts$/m);
  });

  test('makes one of a file, as Parquet into a file', async () => {
    const code = join(folder, 'mine.report.ts');
    writeFileSync(
      code,
      `import { z } from 'zod';
       import { reportOf } from '@easel/projections/reports/report';
       export const report = reportOf()({
         answers: 'How many', filter: ['GenerationRequested'], parameters: z.strictObject({}), initial: () => 0,
         reduce: (count) => count + 1,
         render: (count) => ({ columns: [{ name: 'asked', unit: 'count' }], rows: [[count]] }),
       });`,
    );
    expect((await report(code)).out).toMatch(/^ *5$/m);
    const out = join(folder, 'mine.parquet');
    expect(await report(code, '--format', 'parquet', '--out', out)).toMatchObject({ code: 0 });
    expect(readFileSync(out).subarray(0, 4).toString()).toBe('PAR1');
  });

  test.each([
    [['none-such'], /none-such is none of answers, challenges, conversion/],
    [[], /Which report/],
    [['revenue', 'and'], /too much/],
    [['revenue', '--param', 'from'], /--param/],
    [['revenue', '--param', 'from=yesterday'], /cannot be made so: from: a month/],
    [['revenue', '--row', '2026-11'], /--column is missing/],
    [['revenue', '--format', 'pdf'], /--format/],
    [['revenue', '--as-of', '99999999999'], /do not go as far/],
  ])('%j cannot be done', async (args, words) => {
    const { code, err } = await report(...args);
    expect(code).toBe(2);
    expect(err).toMatch(words);
  });
});
