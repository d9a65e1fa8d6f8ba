import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqlProblems } from '@easel/contracts/columns/problems';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GenerationStory } from '../testing/generations.ts';
import { Recorder } from '../testing/recorded.ts';
import { ColumnsTurn } from './columns-turn.ts';
import { absorbed, isRebuildWanted, readSegments, wantRebuild } from './segments.ts';
import { AskedColumns, keepColumns } from './testing/columns.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-columns-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const recorder = new Recorder();
const member = randomUUID();
const stories = Array.from({ length: 40 }, () => new GenerationStory(recorder, member));
const facts = stories.flatMap((story) => story.whole({ prompt: 'zanzibar' }));
const end = String(facts.at(-1)?.position);
const files = () => readdirSync(folder).filter((name) => name.endsWith('.duckdb'));
const count = 'select count(*)::int as facts, sum(position)::bigint as positions from facts';
const positions = facts.reduce((sum, { position }) => sum + Number(position), 0);

test('the log is a table, whatever portions it came in', async () => {
  const columns = new AskedColumns(folder);
  await keepColumns(folder, facts.slice(0, 101), 7);
  await keepColumns(folder, facts, 1);
  expect(await columns.ask(count)).toMatchObject({ position: end, rows: [[facts.length, positions]], more: false });
  const [fact] = facts;
  const { rows } = await columns.ask('select * from facts order by position limit 1');
  expect(rows).toEqual([
    [
      Number(fact?.position),
      fact?.stream,
      0,
      'generation',
      'GenerationRequested',
      '2026-11-21T10:00:00.000Z',
      { kind: 'system', id: 'test', role: null },
      expect.objectContaining({ memberId: member }),
    ],
  ]);
});

test('a fact type is a view with its fields, without the personal ones', async () => {
  await keepColumns(folder, facts);
  const columns = new AskedColumns(folder);
  const { rows } = await columns.ask('describe GenerationRequested');
  const types = Object.fromEntries(rows.map(([name, type]) => [name, type]));
  expect(types).toMatchObject({ position: 'BIGINT', memberId: 'VARCHAR', tenths: 'BIGINT', requestedAt: 'TIMESTAMP' });
  expect(types).toMatchObject({ settings: 'JSON', at: 'TIMESTAMP' });
  expect(types).not.toHaveProperty('prompt');
  const { rows: said } = await columns.ask(
    'select data::varchar from facts union all select tier from generationrequested',
  );
  expect(JSON.stringify(said)).not.toMatch(/zanzibar|sealed:|\\"prompt/i);
});

test('is as it was at any position, and at any instant', async () => {
  await keepColumns(folder, facts);
  const columns = new AskedColumns(folder);
  const place = String(facts[9]?.position);
  expect(await columns.ask(count, place)).toMatchObject({ position: place, rows: [[10, expect.any(Number)]] });
  expect(await columns.ask(count, '2026-11-21')).toMatchObject({ position: '-1', rows: [[0, null]] });
  expect(await columns.ask(count, '2026-11-21T10:00:00Z')).toMatchObject({ position: end });
  await expect(columns.ask(count, String(BigInt(end) + 1n))).rejects.toThrow('do not go as far');
});

test('files are few, and none is left that nobody names', async () => {
  await keepColumns(folder, facts, 1);
  const { segments = [] } = readSegments(folder) ?? {};
  expect(segments.length).toBeLessThanOrEqual(Math.log2(facts.length) + 1);
  expect(files().toSorted()).toEqual(segments.map(({ file }) => file).toSorted());
});

test('what a crash left behind is swept, and the list goes on', async () => {
  await keepColumns(folder, facts.slice(0, 10));
  writeFileSync(join(folder, `${randomUUID()}.duckdb`), 'half a file');
  writeFileSync(join(folder, 'columns.json.new'), '{"layout"');
  await keepColumns(folder, facts);
  expect((await new AskedColumns(folder).ask(count)).rows).toEqual([[facts.length, positions]]);
  expect(files()).toHaveLength(readSegments(folder)?.segments.length ?? 0);
});

test.each(['columns.after-segment', 'columns.after-segment#3', 'columns.after-list', 'columns.after-list#2'])(
  'whoever dies at %s leaves the old columns or the new ones',
  async (point) => {
    const program = `
      import { text } from 'node:stream/consumers';
      import { keepColumns } from ${JSON.stringify(new URL('testing/columns.ts', import.meta.url).href)};
      const facts = JSON.parse(await text(process.stdin), (key, value) =>
        key === 'position' ? BigInt(value) : key === 'recordedAt' ? new Date(value) : value);
      await keepColumns(process.argv[1], facts, 30);`;
    const { signal } = spawnSync(
      process.execPath,
      ['--no-warnings', '--conditions=source', '--input-type=module', '-e', program, folder],
      {
        env: { ...process.env, EASEL_FAULT_POINT: point },
        input: JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      },
    );
    expect(signal).toBe('SIGKILL');
    const columns = new AskedColumns(folder);
    const left = readSegments(folder);
    const listed = left?.segments.reduce((sum, one) => sum + one.facts, 0) ?? 0;
    const shown = left ? (await columns.ask('select count(*)::int from facts')).rows : [[0]];
    expect(shown).toEqual([[listed]]);
    await keepColumns(folder, facts, 30);
    expect((await columns.ask(count)).rows).toEqual([[facts.length, positions]]);
    expect(files()).toHaveLength(readSegments(folder)?.segments.length ?? 0);
  },
);

test('are made anew where somebody wants it, and where the log does not go as far', async () => {
  await keepColumns(folder, facts);
  const before = files();
  wantRebuild(folder);
  await keepColumns(folder, facts, 50);
  expect(isRebuildWanted(folder)).toBe(false);
  expect(files().filter((file) => before.includes(file))).toEqual([]);
  expect((await new AskedColumns(folder).ask(count)).rows).toEqual([[facts.length, positions]]);
  await keepColumns(folder, facts.slice(0, 20));
  expect((await new AskedColumns(folder).ask(count)).rows).toEqual([[20, expect.any(Number)]]);
});

const damages: Record<string, (path: string) => void> = {
  missing: (path) => rmSync(path),
  'no database': (path) => writeFileSync(path, 'x'.repeat(50_000)),
  'damaged beneath its header': (path) => {
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 3 * 4_096);
    writeFileSync(path, bytes);
  },
};
const damage = (kind: string): void => {
  const [first] = readSegments(folder)?.segments ?? [];
  damages[kind]?.(join(folder, first?.file ?? ''));
};

test.each(Object.keys(damages))('answer 503 where a file is %s, and are made anew by themselves', async (kind) => {
  await keepColumns(folder, facts);
  damage(kind);
  const columns = new AskedColumns(folder);
  await expect(columns.ask('select sum(length(data::varchar)) from facts')).rejects.toMatchObject({
    problem: sqlProblems.unreadable,
  });
  await keepColumns(folder, facts);
  expect((await columns.ask(count)).rows).toEqual([[facts.length, positions]]);
});

test.each(Object.keys(damages))('are made anew where a file that is to be written anew is %s', async (kind) => {
  await keepColumns(folder, facts.slice(0, 50));
  damage(kind);
  await keepColumns(folder, facts).catch(() => undefined);
  await keepColumns(folder, facts);
  expect((await new AskedColumns(folder).ask(count)).rows).toEqual([[facts.length, positions]]);
});

test('are made anew where their list cannot be read', async () => {
  await keepColumns(folder, facts);
  writeFileSync(join(folder, 'columns.json'), '{"layout"');
  const columns = new AskedColumns(folder);
  await expect(columns.ask(count)).rejects.toMatchObject({ problem: sqlProblems.none });
  await keepColumns(folder, facts);
  expect((await columns.ask(count)).rows).toEqual([[facts.length, positions]]);
});

test.each(['a segment', 'the list'])('a turn that has lost %s ends, also while nothing comes', async (what) => {
  const turn = await ColumnsTurn.begin(folder, { head: () => Promise.resolve(0n) });
  await turn.quiet();
  await turn.handle(facts);
  await turn.quiet();
  expect(turn.until.aborted).toBe(false);
  if (what === 'the list') rmSync(join(folder, 'columns.json'));
  else damage('missing');
  await turn.quiet();
  expect(turn.until.aborted).toBe(true);
  await turn.end();
});

test('a segment is written anew with as much as it has, and never once it is large', () => {
  const of = (...sizes: number[]) => sizes.map((facts, index) => ({ file: `${index}`, facts }));
  expect(absorbed(of(100, 40, 10), 5)).toEqual([]);
  expect(absorbed(of(100, 40, 10), 10)).toHaveLength(1);
  expect(absorbed(of(100, 40, 10), 30)).toHaveLength(2);
  expect(absorbed(of(300_000, 40), 400_000)).toHaveLength(1);
});
