import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { SQL_MEGABYTES } from '@easel/contracts/columns/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { REPORT_MEGABYTES, REPORT_SECONDS, REPORT_TABLE_BYTES } from '@easel/contracts/reports/policy';
import { reportProblems } from '@easel/contracts/reports/problems';
import { literal } from '../columns/duckdb.ts';
import { type SqlAnswer, SqlRunner } from '../columns/run-sql.ts';
import { unheard, type Watched, WatchedProcess } from '../kernel/watched-process.ts';
import { type Figure, type FoldQuestion, type FoldReady, type FoldWord, foldWord } from './fold-question.ts';

/** Positions in the log: so far, and where it ends. */
export interface Progress {
  position: string;
  of: string;
}

export interface ReportAsked {
  /** The file with its code. */
  code: string;
  parameters: Readonly<Record<string, string>>;
  /** Instead of its table, the facts behind this. */
  figure?: Figure | undefined;
  /** A position in digits, or an instant in ISO 8601; as far as the columns go where it is absent. */
  asOf?: string | undefined;
  signal?: AbortSignal | undefined;
  /** How far it is. */
  onProgress?: ((at: Progress) => void) | undefined;
}

export interface ReportAnswer extends Omit<FoldReady, 'kind'> {
  /** As of which the same code, with the same parameters, comes to the same bytes. */
  position: string;
  /** JSON: a table, and the fact up to which it was made. */
  result: string;
}

export interface ReportLimits {
  seconds: number;
  megabytes: number;
}

const LIMITS: ReportLimits = { seconds: REPORT_SECONDS, megabytes: REPORT_MEGABYTES };
/** What node itself takes, before it has any code of a report. */
const NODE_MEGABYTES = 128;

const isSource = import.meta.url.endsWith('.ts');
const here = import.meta.dirname;
const PROGRAM = resolve(here, isSource ? 'fold-child.ts' : 'fold-child.js');

/** The file of a report that is built in. */
export const builtInCode = (name: string): string => resolve(here, `${name}.report.${isSource ? 'ts' : 'js'}`);

const root = resolve(here, '../../..');
const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
/** What the process may read; where packages are links, their places are read as well. */
const READ = [
  join(root, 'package.json'),
  join(root, 'node_modules/@easel'),
  join(root, 'contracts'),
  join(root, 'projections'),
  zod,
];
/** What a report may be made of. */
const WITHIN = [join(root, 'contracts', isSource ? 'src' : 'dist'), here, zod].map(
  (folder) => `${String(pathToFileURL(folder))}/`,
);

/** Makes reports of the columns in a folder, each in a process of its own. */
export class ReportRunner {
  private readonly sql: SqlRunner;
  private readonly limits: ReportLimits;

  constructor(columns: string, limits: ReportLimits = LIMITS) {
    this.limits = limits;
    const seconds = { shown: limits.seconds, file: limits.seconds };
    this.sql = new SqlRunner(columns, { limits: { seconds, megabytes: SQL_MEGABYTES } });
  }

  /** Throws Refused: of reportProblems, or of sqlProblems where there is nothing to read. */
  async run(asked: ReportAsked): Promise<ReportAnswer> {
    const { asOf, signal } = asked;
    const run = new ReportRun(asked, this.limits);
    try {
      const { filter, parameters, codeHash } = await run.ready;
      const facts = await this.sql.run({ sql: feedOf(filter), asOf, format: 'lines', signal });
      const result = await run.feed(facts);
      return { filter, parameters, codeHash, position: facts.position, result };
    } finally {
      await run.end();
    }
  }
}

/**
 * First up to which fact, then the facts, as reports see them: in the log's order, as that is how the columns have
 * them.
 */
function feedOf(filter: readonly string[]): string {
  const iso = (at: string): string => `strftime(${at}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
  return `
    select json_object('position', max(position)::varchar, 'at', ${iso(`arg_max("at", position)`)})::varchar from facts
    union all
    select concat('{"type":"', type, '","stream":', to_json(stream), ',"revision":', revision, ',"position":"', position,
      '","at":"', ${iso('"at"')}, '","data":', data, '}')
    from facts where type in (${filter.map(literal).join(', ')})`;
}

/** One report in its process. */
class ReportRun {
  readonly ready: Promise<FoldReady>;
  private readonly child: Watched;
  private readonly watched: WatchedProcess;
  private readonly asked: ReportAsked;
  private of = '';
  private isOutOfMemory = false;
  private refused: Extract<FoldWord, { kind: 'refused' }> | undefined;

  constructor(asked: ReportAsked, { seconds, megabytes }: ReportLimits) {
    this.asked = asked;
    const { code, parameters, figure, signal } = asked;
    const child = startProcess(code, megabytes);
    this.child = child;
    const { promise, resolve: begin, reject } = Promise.withResolvers<FoldReady>();
    this.ready = promise;
    this.watched = new WatchedProcess(child, {
      seconds,
      megabytes: megabytes + NODE_MEGABYTES,
      signal,
      hear: (line) => this.hear(line, begin),
    });
    void this.watched.over.then(() => reject(this.problem()));
    const question: FoldQuestion = { code: String(pathToFileURL(code)), within: WITHIN, parameters, figure };
    child.stdin.write(`${JSON.stringify(question)}\n`);
  }

  /** What its process makes of the facts. */
  async feed({ position, bytes }: SqlAnswer): Promise<string> {
    this.of = position;
    const answer = this.answer();
    const fed = pipeline(Readable.from(bytes), this.child.stdin).catch((error: unknown) => {
      // Where the process has ended, that is the reason; where the facts have, what came of them is not all.
      if (error instanceof Refused) throw error;
    });
    const [told] = await Promise.all([answer, fed]);
    return told;
  }

  async end(): Promise<void> {
    this.watched.end();
    await this.watched.over;
  }

  private async answer(): Promise<string> {
    const { child } = this;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > REPORT_TABLE_BYTES) this.watched.end('large');
    }
    await this.watched.over;
    if (child.exitCode !== 0) throw this.problem();
    return Buffer.concat(chunks).toString();
  }

  private hear(line: string, begin: (word: FoldReady) => void): void {
    const word = wordOf(line);
    if (word?.kind === 'ready') begin(word);
    else if (word?.kind === 'at') this.asked.onProgress?.({ position: word.position, of: this.of });
    else this.refused ??= word;
    this.isOutOfMemory ||= /heap out of memory/.test(line);
  }

  private problem(): Refused {
    const { refused, isOutOfMemory } = this;
    const excess = this.watched.tookTooMuch ?? (isOutOfMemory ? 'hungry' : undefined);
    if (excess) return new Refused(reportProblems[excess]);
    if (!refused) return new Refused(reportProblems.broken);
    return new Refused(reportProblems[refused.why], { detail: refused.detail });
  }
}

function startProcess(code: string, megabytes: number): Watched {
  const flags = [
    '--permission',
    ...[...READ, code].map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${megabytes}`,
    '--no-warnings',
    ...(isSource ? ['--conditions=source'] : []),
  ];
  return unheard(spawn(process.execPath, [...flags, PROGRAM], { stdio: 'pipe', env: { TZ: 'UTC' } }));
}

/** Undefined where the system has said something of its own. */
function wordOf(line: string): FoldWord | undefined {
  try {
    return foldWord.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
