import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '@easel/contracts/kernel/event';
import { rowKey } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepColumns } from '../columns/testing/columns.ts';
import { factRow } from '../columns/fact-row.ts';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { Recorder } from '../testing/recorded.ts';
import type { FactsBehind } from './behind-figure.ts';
import { builtIn } from './built-in.ts';
import type { AnyReport, Seen, Table } from './report.ts';
import { builtInCode, ReportRunner } from './run-report.ts';

const recorder = new Recorder();
const member = randomUUID();
const account = new AccountStory(recorder, member);
const facts = Array.from({ length: 60 }, (_, index) => [
  ...new GenerationStory(recorder, member).whole({}),
  account.adjusted(index, '"a" \n'),
]).flat();

let folder: string;
let reports: ReportRunner;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-report-test-'));
  await keepColumns(folder, facts);
  reports = new ReportRunner(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function codeOf(source: string): string {
  const file = join(folder, `${randomUUID()}.report.ts`);
  writeFileSync(file, source);
  return file;
}

/** Code of a report that counts facts, and does something else as well. */
const counting = ({ top = '', each = '', end = '' } = {}): string =>
  codeOf(`
    import { z } from 'zod';
    import { reportOf } from '@easel/projections/reports/report';
    import type { GenerationFact } from '@easel/contracts/generation/events';
    ${top}
    export const report = reportOf<GenerationFact>()({
      answers: 'How many are asked for',
      filter: ['GenerationRequested'],
      parameters: z.strictObject({ from: z.coerce.number().default(0) }),
      initial: () => ({ count: 0 }),
      reduce(state, fact) { ${each}; state.count += 1; return state; },
      render: ({ count }, { from }) => { ${end}; return { columns: [{ name: 'asked', unit: 'count' }], rows: [[from + count]] }; },
    });`);

/** What a fold in this process comes to. */
function folded(report: AnyReport, all: readonly Recorded[]): unknown {
  const last = all.at(-1);
  const asOf = { position: String(last?.position), at: last?.recordedAt.toISOString() ?? null };
  const parameters = report.parameters.parse({}) as never;
  let state = report.initial();
  for (const fact of all.filter(({ type }) => report.filter.includes(type))) {
    const { stream, revision, type, position, data } = factRow(fact);
    const seen: Seen = {
      stream,
      revision,
      type,
      position: String(position),
      at: fact.recordedAt.toISOString(),
      data: JSON.parse(data),
    };
    state = report.reduce(state as never, seen as never, parameters);
  }
  return { ...asOf, ...report.render(state as never, parameters, asOf) };
}

describe('a report', () => {
  test.each(Object.keys(builtIn))('%s is the same fold in a process of its own', async (name) => {
    const { result, filter, position } = await reports.run({ code: builtInCode(name), parameters: {} });
    const report = builtIn[name]!;
    expect(filter).toEqual(report.filter);
    expect(position).toBe(String(facts.at(-1)?.position));
    expect(JSON.parse(result)).toEqual(folded(report, facts));
  });

  test('of a file that lies anywhere is made, as of any position, with its parameters', async () => {
    const upTo = facts.slice(0, 20);
    const asOf = String(upTo.at(-1)?.position);
    const { result, parameters } = await reports.run({ code: counting(), parameters: { from: '100' }, asOf });
    const count = upTo.filter(({ type }) => type === 'GenerationRequested').length;
    expect(JSON.parse(result)).toMatchObject({ rows: [[100 + count]], position: asOf });
    expect(parameters).toEqual({ from: 100 });
  });

  test('has the same bytes again, and another hash where its code is another', async () => {
    const [code, asOf] = [counting(), String(facts.at(-5)?.position)];
    const [first, again] = [
      await reports.run({ code, parameters: {}, asOf }),
      await reports.run({ code, parameters: {}, asOf }),
    ];
    expect(again).toEqual(first);
    const other = await reports.run({
      code: counting({ each: 'if (fact.revision < 0) return state' }),
      parameters: {},
      asOf,
    });
    expect(other).toEqual({ ...first, codeHash: other.codeHash });
    expect(other.codeHash).not.toBe(first.codeHash);
  });

  test('has the same bytes of columns kept elsewhere, in other portions, with a hundred thousand facts more', async () => {
    const asOf = String(facts.at(-7)?.position);
    const bytesOf = async (kept: ReportRunner): Promise<string[]> => {
      const results: string[] = [];
      for (const name of ['liability', 'renders']) {
        results.push((await kept.run({ code: builtInCode(name), parameters: {}, asOf })).result);
      }
      return results;
    };
    const before = await bytesOf(reports);
    const elsewhere = mkdtempSync(join(tmpdir(), 'easel-report-test-'));
    const more = Array.from({ length: 100_000 }, (_, index) => account.adjusted(index, 'later'));
    await keepColumns(elsewhere, [...facts, ...more], 30_011);
    expect(await bytesOf(new ReportRunner(elsewhere))).toEqual(before);
    rmSync(elsewhere, { recursive: true });
  });

  test('tells the facts behind a figure, by the same code', async () => {
    const code = builtInCode('renders');
    const { result: made, codeHash } = await reports.run({ code, parameters: {} });
    const { columns, rows } = JSON.parse(made) as Table;
    const row = rowKey(columns, rows[0] ?? []);
    const found = await reports.run({ code, parameters: {}, figure: { row, column: 'completed' } });
    expect(found.codeHash).toBe(codeHash);
    const completed = facts.filter(({ type }) => type === 'GenerationCompleted');
    expect(JSON.parse(found.result)).toMatchObject({ cell: 60, count: completed.length });
    const told = (JSON.parse(found.result) as FactsBehind).facts.map(({ position }) => position);
    expect(told).toEqual(completed.map(({ position }) => String(position)));
  });

  test('says how far it is', async () => {
    const many = mkdtempSync(join(tmpdir(), 'easel-report-test-'));
    const story = Array.from({ length: 10_000 }, () => new GenerationStory(recorder, member).whole({})[0]!);
    // In several files, as they come one after the other.
    await keepColumns(many, story, 4_000);
    const told: string[] = [];
    await new ReportRunner(many).run({
      code: counting(),
      parameters: {},
      onProgress: ({ position }) => told.push(position),
    });
    expect(told).toEqual([String(story.at(9_999)?.position)]);
    rmSync(many, { recursive: true });
  });
});

describe('code that reaches beyond its facts is refused', () => {
  test.each<[string, { top?: string; each?: string; end?: string }]>([
    ['files', { top: "import { writeFileSync } from 'node:fs'; writeFileSync('/tmp/easel-report-out', '')" }],
    ['files, later', { each: "void import('node:fs')" }],
    ['files, and catches it', { top: "await import('fs').catch(() => 0)" }],
    ['another file', { top: "await import('/etc/passwd')" }],
    ['another file of ours', { top: "await import('@easel/projections/columns/duckdb')" }],
    ['the network', { top: "import 'node:net'" }],
    ['fetch', { each: "void fetch('http://127.0.0.1:1')" }],
    ['WebSocket', { end: "new WebSocket('ws://127.0.0.1:1')" }],
    ['process', { each: 'process.exit(0)' }],
    ['what process has', { top: "process.getBuiltinModule('fs')" }],
    ['a global by another way', { top: "new Function('return process')()" }],
    ['another program', { top: "import 'node:child_process'" }],
    ['threads', { top: "import 'node:worker_threads'" }],
    ['the clock', { each: 'Date.now()' }],
    ['the day', { each: 'new Date()' }],
    ['the clock, by the date’s own way', { each: 'new (new Date(0).constructor as DateConstructor)()' }],
    ['chance', { end: 'Math.random()' }],
    ['a timer', { end: 'setTimeout(() => 0, 1)' }],
  ])('%s', async (_, source) => {
    const run = reports.run({ code: counting(source), parameters: {} });
    await expect(run).rejects.toMatchObject({ problem: reportProblems.outOfReach });
  });

  test.each<[string, keyof typeof reportProblems, { top?: string; each?: string; end?: string }]>([
    ['throws', 'failed', { each: "throw new Error('mine')" }],
    ['cannot be read', 'failed', { top: 'const =' }],
    ['loops for ever', 'slow', { each: 'for (;;);' }],
    ['never begins', 'slow', { top: 'await new Promise(() => 0)' }],
    [
      'takes all memory',
      'hungry',
      { each: 'const all: number[][] = []; for (;;) all.push(new Array<number>(1e5).fill(1))' },
    ],
    [
      'takes memory beside the heap',
      'hungry',
      { each: 'const all: Uint8Array[] = []; for (;;) all.push(new Uint8Array(1e6).fill(1))' },
    ],
    ['makes too large a table', 'large', { end: "return { columns: [], rows: [['x'.repeat(300_000)]] }" }],
  ])('that %s', async (_, problem, source) => {
    const strict = new ReportRunner(folder, { seconds: problem === 'slow' ? 4 : 60, megabytes: 64 });
    const run = strict.run({ code: counting(source), parameters: {} });
    await expect(run).rejects.toMatchObject({ problem: reportProblems[problem] });
  });

  test('parameters that it does not have', async () => {
    const run = reports.run({ code: counting(), parameters: { from: 'x', other: '1' } });
    await expect(run).rejects.toMatchObject({ problem: reportProblems.parameters });
  });
});
