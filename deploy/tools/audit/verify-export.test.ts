import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson, hashOfText } from '@easel/kernel/proof/hash-chain';
import { chainedExport, EXPORT_SIGNATURE, type ExportLine, signedText } from '@easel/projections/ledger/chained-export';
import { CONSOLE_FILE_COLUMNS, type ConsoleFileEntry } from '@easel/projections/ledger/console-statements';
import { ledgerModel } from '@easel/projections/ledger/ledger.queries';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Finding } from './finding.ts';
import { runAudit } from './run-audit.ts';
import { masterKey, openWorld, type World } from './testing/audited-world.ts';
import { buyer, tellStory } from './testing/money-story.ts';

let world: World;
let folder: string;
let path: string;
/** Of the file as it was exported. */
let lines: string[];
beforeAll(async () => {
  world = await openWorld();
  await tellStory(world);
  await world.project();
  folder = mkdtempSync(join(tmpdir(), 'easel-export-'));
  path = join(folder, 'ledger.ndjson');
  const { rows } = await world.pool.query<ConsoleFileEntry>(
    `select ${CONSOLE_FILE_COLUMNS} from ${ledgerModel.schema}.entry order by position`,
  );
  const text = await textOf(rows);
  lines = text.trimEnd().split('\n');
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => write(lines));

const sign = (text: string): string => world.sealer.digest(EXPORT_SIGNATURE, text);

async function textOf(rows: ConsoleFileEntry[]): Promise<string> {
  async function* portions() {
    for (let from = 0; from < rows.length; from += 4) yield rows.slice(from, from + 4);
  }
  const about = { madeAt: new Date(), position: rows.at(-1)?.position ?? '-1', filter: {} };
  return (await Array.fromAsync(chainedExport(portions(), { ...about, sign }))).join('');
}

const write = (written: readonly string[]): void => writeFileSync(path, `${written.join('\n')}\n`);
const changed = (place: number, from: string, to: string): string[] => {
  expect(lines[place]).toContain(from);
  return lines.with(place, lines[place]?.replace(from, to) ?? '');
};

function withDollars(place: number, dollars: number): string[] {
  const { entry, ...line } = JSON.parse(lines[place] ?? '') as ExportLine;
  return lines.with(place, canonicalJson({ ...line, entry: { ...entry, dollars } }));
}

async function check(args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const said: { kind: string; finding?: Finding }[] = [];
  const err: string[] = [];
  const code = await runAudit(
    ['verify-export', path, '--json', ...args],
    {
      DATABASE_URL: world.databaseUrl,
      EVENT_STORE_URL: world.eventStoreUrl,
      MASTER_KEY: masterKey,
      ...env,
    },
    { out: (line) => void said.push(JSON.parse(line) as { kind: string }), err: (line) => void err.push(line) },
    new AbortController().signal,
  );
  const findings = said.flatMap(({ finding }) => finding ?? []);
  return { code, findings: findings.map(({ code: what, place }) => `${what} ${place}`), first: findings[0], said, err };
}
const chainOnly = (env: NodeJS.ProcessEnv = {}) => check(['--chain-only'], { DATABASE_URL: '', ...env });

test('a file as it was written, which log and ledger agree with', async () => {
  expect(lines).toHaveLength(11);
  expect(await check()).toMatchObject({ code: 0, findings: [], said: [{ kind: 'verdict', entries: 9, agreed: 9 }] });
  expect(await chainOnly()).toMatchObject({ code: 0, findings: [], said: [{ entries: 9, agreed: null }] });
});

test('an export of nothing is a whole one too', async () => {
  writeFileSync(path, await textOf([]));
  expect(await check()).toMatchObject({ code: 0, said: [{ entries: 0 }] });
});

describe('what was done to it is named by the line', () => {
  test.each<[string, () => string[], string]>([
    ['a changed amount', () => withDollars(2, 90), 'export.changed line 3'],
    ['a changed amount in the last entry', () => withDollars(9, 90), 'export.changed line 10'],
    ['a changed filter', () => changed(0, '"filter":{}', '"filter":{"member":"x"}'), 'export.changed line 1'],
    ['a changed link', () => changed(4, '"previous":"', '"previous":"0').map(sixtyFour), 'export.changed line 5'],
    ['a deleted line', () => lines.toSpliced(5, 1), 'export.missing line 6'],
    ['the first entry deleted', () => lines.toSpliced(1, 1), 'export.missing line 2'],
    ['the last entry deleted', () => lines.toSpliced(9, 1), 'export.missing line 10'],
    ['three deleted lines', () => lines.toSpliced(3, 3), 'export.missing line 4'],
    ['the beginning deleted', () => lines.toSpliced(0, 1), 'export.missing line 1'],
    ['swapped lines', () => lines.with(4, lines[5] ?? '').with(5, lines[4] ?? ''), 'export.swapped line 5'],
    ['an inserted line', () => lines.toSpliced(4, 0, inserted(4)), 'export.inserted line 5'],
    ['a line twice', () => lines.toSpliced(4, 0, lines[3] ?? ''), 'export.inserted line'],
    ['a cut tail', () => lines.slice(0, 7), 'export.cut line 8'],
    ['no end', () => lines.slice(0, 10), 'export.cut line 11'],
    ['a forged last line', () => lines.with(10, forgedEnd()), 'export.forged line 11'],
    ['a line behind the end', () => [...lines, lines[10] ?? ''], 'export.inserted line 12'],
    ['a field that is there twice', () => changed(2, '{', '{"kind":"entry",'), 'export.changed line 3'],
    ['other spaces', () => changed(2, '"entry":', '"entry": '), 'export.changed line 3'],
    ['no line of JSON', () => lines.with(6, 'nothing'), 'export.changed line 7'],
  ])('%s', async (_what, written, expected) => {
    write(written());
    const { code, findings } = await chainOnly();
    expect([code, findings.length]).toEqual([1, 1]);
    expect(findings[0]).toContain(expected);
    const whole = await check();
    expect([whole.code, whole.findings[0]]).toEqual([1, findings[0]]);
  });

  test('a line cut in the middle', async () => {
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -40));
    expect((await chainOnly()).findings).toEqual(['export.cut line 11']);
  });

  test('a changed amount, and every link after it made anew: the signature tells, and the log which line it was', async () => {
    const forged = relinked(withDollars(2, 90));
    write(forged);
    expect((await chainOnly()).findings).toEqual(['export.forged line 11']);
    const { findings, said } = await check();
    expect(findings.toSorted()).toEqual(['export.differs line 3', 'export.forged line 11']);
    expect(said.find(({ finding }) => finding?.code === 'export.differs')?.finding?.message).toBe(
      `account-${buyer}@1: dollars is 90, the log says 20`,
    );
    expect(said.at(-1)).toMatchObject({ kind: 'verdict', entries: 9, agreed: 8 });
  });

  /** A `previous` of the right length. */
  const sixtyFour = (line: string): string => line.replace(/"previous":"([0-9a-f]{64})[0-9a-f]+"/, '"previous":"$1"');

  /** As somebody would put it in who knows the links. */
  const inserted = (place: number): string => withDollars(place, 1_000)[place] ?? '';

  function forgedEnd(): string {
    const end = JSON.parse(lines[10] ?? '') as Record<string, unknown>;
    return canonicalJson({ ...end, signature: 'ab'.repeat(32) });
  }
});

/** With every link as it should be, and a signature by another key. */
function relinked(written: readonly string[]): string[] {
  let previous = '';
  return written.map((text) => {
    const line = JSON.parse(text) as Record<string, unknown>;
    if (line['kind'] !== 'ledger') line['previous'] = previous;
    if (line['kind'] === 'end') line['signature'] = hashOfText(signedText({ entries: 9, previous }));
    const made = canonicalJson(line);
    previous = hashOfText(made);
    return made;
  });
}

test('without the key the links are looked at, and it is said that the signature was not', async () => {
  const none = { MASTER_KEY: '', DATA_DIR: folder };
  expect(await chainOnly(none)).toMatchObject({ code: 2, findings: [], err: [expect.stringContaining('signature')] });
  write(lines.toSpliced(5, 1));
  expect(await chainOnly(none)).toMatchObject({ code: 1, findings: ['export.missing line 6'] });
});

test('an entry of the ledger that was changed after the export', async () => {
  const where = `member_id = '${buyer}' and revision = 1`;
  await world.pool.query(`update ${ledgerModel.schema}.entry set balance_cents = balance_cents + 1 where ${where}`);
  const { findings, first } = await check();
  await world.pool.query(`update ${ledgerModel.schema}.entry set balance_cents = balance_cents - 1 where ${where}`);
  expect(findings).toEqual(['export.differs line 3']);
  expect(first?.message).toContain('the ledger says');
});

test('what is no export, or is not there', async () => {
  writeFileSync(path, Buffer.from([0xff, 0xfe, 10]));
  expect(await chainOnly()).toMatchObject({ code: 2, err: [expect.stringContaining('line 1')] });
  rmSync(path);
  expect(await chainOnly()).toMatchObject({ code: 2 });
});
