import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  ROWS_SHOWN,
  SQL_AT_ONCE,
  SQL_FILE_MEGABYTES,
  SQL_MEGABYTES,
  SQL_SECONDS,
  type SqlFormat,
} from '@easel/contracts/columns/policy';
import { sqlProblems } from '@easel/contracts/columns/problems';
import { type Problem, Refused } from '@easel/contracts/kernel/problem';
import { viewsFor } from './fact-views.ts';
import { readSegments, type SegmentList } from './segments.ts';
import { type SqlQuestion, sqlWord, type SqlWord } from './sql-question.ts';

export interface SqlAsked {
  sql: string;
  /** A position in digits, or an instant in ISO 8601; as far as the columns go where it is absent. */
  asOf?: string | undefined;
  /** `rows`: the first of them, as JSON. */
  format: 'rows' | SqlFormat;
  signal?: AbortSignal | undefined;
}

export interface SqlAnswer {
  /** As of which the same statement has the same answer for ever. */
  position: string;
  /** Throws Refused where what came is not all. */
  bytes: AsyncGenerator<Buffer, void, void>;
  /** Of all rows, those that were read so far. */
  rowsRead: () => number;
}

export interface SqlLimits {
  seconds: { shown: number; file: number };
  megabytes: { database: number; process: number };
}

const LIMITS: SqlLimits = { seconds: SQL_SECONDS, megabytes: SQL_MEGABYTES };
const SHOWN_BYTES = 4_000_000;
const LOOK_EVERY_MS = 100;
const MEGABYTE = 1024 * 1024;
const TRIES = 3;
const READY_MS = 60_000;

/** The program beside this, as this is: built, or its source. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? ['--no-warnings', '--conditions=source', fileURLToPath(new URL('sql-child.ts', import.meta.url))]
  : [fileURLToPath(new URL('sql-child.js', import.meta.url))];

/** Runs statements over the columns in a folder, each in a process of its own and so many at a time. */
export class SqlRunner {
  private running = 0;
  private ready: SqlProcess | undefined;
  private resting: NodeJS.Timeout | undefined;
  private readonly folder: string;
  private readonly limits: SqlLimits;
  private readonly keepsReady: boolean;

  /** `keepsReady`: behind a statement a process is kept for the next one, for a while; most of a short one is its start. */
  constructor(
    folder: string,
    { limits = LIMITS, keepsReady = false }: { limits?: SqlLimits | undefined; keepsReady?: boolean } = {},
  ) {
    this.folder = folder;
    this.limits = limits;
    this.keepsReady = keepsReady;
  }

  /** Throws Refused, of sqlProblems, until the first bytes are there. */
  async run(asked: SqlAsked): Promise<SqlAnswer> {
    if (this.running >= SQL_AT_ONCE) throw new Refused(sqlProblems.busy);
    for (let attempt = 1; ; attempt++) {
      const run = this.begin(asked);
      const bytes = run.bytes();
      const first = await bytes.next().catch((error: unknown) => {
        if (attempt < TRIES && run.isMoved) return undefined;
        throw error;
      });
      if (!first) continue;
      await run.begun;
      return { position: run.position, bytes: all(first, bytes), rowsRead: () => run.rows };
    }
  }

  beforeApplicationShutdown(): void {
    clearTimeout(this.resting);
    this.ready?.kill('SIGKILL');
    this.ready = undefined;
  }

  private begin(asked: SqlAsked): SqlRun {
    const question = questionOf(this.folder, asked, this.limits);
    const { ready } = this;
    this.ready = undefined;
    const isThere = ready?.exitCode === null && ready.signalCode === null;
    const run = new SqlRun(isThere ? ready : startProcess(), { question, asked, limits: this.limits });
    this.running += 1;
    void run.over.then(() => {
      this.running -= 1;
      if (this.keepsReady) this.rest();
    });
    return run;
  }

  private rest(): void {
    this.ready ??= startProcess();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.beforeApplicationShutdown(), READY_MS).unref();
  }
}

async function* all(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer, void, void>,
): AsyncGenerator<Buffer, void, void> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

function questionOf(folder: string, { sql, asOf, format }: SqlAsked, limits: SqlLimits): Omit<SqlQuestion, 'file'> {
  const list = readSegments(folder);
  if (!list) throw new Refused(sqlProblems.none);
  return {
    segments: list.segments.map((segment) => join(folder, segment.file)),
    views: viewsFor(sql),
    sql,
    asOf: placeOf(list, asOf),
    format,
    most: { rows: ROWS_SHOWN, bytes: SHOWN_BYTES },
    memory: `${limits.megabytes.database}MB`,
  };
}

function placeOf({ position }: SegmentList, asOf: string | undefined): SqlQuestion['asOf'] {
  if (asOf === undefined) return { position: String(position) };
  if (!/^\d+$/.test(asOf)) return { at: new Date(asOf).toISOString() };
  if (BigInt(asOf) > position) throw new Refused(sqlProblems.notYet);
  return { position: asOf };
}

type SqlProcess = ChildProcessWithoutNullStreams;

/** Nothing of ours stands in its environment, as a statement might read that. */
function startProcess(): SqlProcess {
  const child = spawn(process.execPath, PROGRAM, { stdio: 'pipe', env: { TZ: 'UTC' } });
  child.on('error', () => undefined); // it has ended then, which is told
  child.stdin.on('error', () => undefined);
  return child;
}

interface Run {
  question: Omit<SqlQuestion, 'file'>;
  asked: SqlAsked;
  limits: SqlLimits;
}

/** One statement in its process, which is ended as soon as it takes too much of anything, or nobody listens. */
class SqlRun {
  position = '';
  rows = 0;
  /** Resolves when its position is known, or will never be. */
  readonly begun: Promise<void>;
  /** Resolves when its process is gone, and what it had put somewhere. */
  readonly over: Promise<void>;
  private readonly child: SqlProcess;
  private readonly limits: SqlLimits;
  private readonly folder = mkdtempSync(join(tmpdir(), 'easel-sql-'));
  private readonly file = join(this.folder, 'answer.parquet');
  private refused: Extract<SqlWord, { kind: 'refused' }> | undefined;
  private ended: Problem | undefined;

  constructor(child: SqlProcess, { question, asked: { format, signal }, limits }: Run) {
    this.child = child;
    this.limits = limits;
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    this.begun = begun;
    createInterface({ input: child.stderr }).on('line', (line) => this.hear(line, begin));
    const [seconds, slow] =
      format === 'rows' ? [limits.seconds.shown, sqlProblems.slow] : [limits.seconds.file, sqlProblems.slowFile];
    const late = setTimeout(() => this.end(slow), 1_000 * seconds);
    const watch = setInterval(() => void this.look(), LOOK_EVERY_MS);
    const leave = (): void => this.end();
    signal?.addEventListener('abort', leave, { once: true });
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.over = over;
    child.once('close', () => {
      signal?.removeEventListener('abort', leave);
      clearTimeout(late);
      clearInterval(watch);
      rmSync(this.folder, { recursive: true, force: true });
      begin();
      end();
    });
    child.stdin.write(`${JSON.stringify({ ...question, file: this.file } satisfies SqlQuestion)}\n`);
    if (signal?.aborted) this.end();
  }

  get isMoved(): boolean {
    return this.refused?.why === 'moved';
  }

  async *bytes(): AsyncGenerator<Buffer, void, void> {
    const { child } = this;
    try {
      for await (const chunk of child.stdout) yield chunk as Buffer;
      await this.over;
      if (child.exitCode !== 0) throw this.problem();
    } finally {
      this.end();
    }
  }

  private end(problem?: Problem): void {
    this.ended ??= problem;
    this.child.kill('SIGKILL');
  }

  private hear(line: string, begin: () => void): void {
    const word = wordOf(line);
    if (word?.kind === 'refused') this.refused = word;
    else if (word?.kind === 'read') this.rows = word.rows;
    else if (word) {
      this.position = word.position;
      begin();
    }
  }

  /** What the database counts itself is not all that its process takes. */
  private async look(): Promise<void> {
    if ((await residentMegabytes(this.child.pid ?? 0)) > this.limits.megabytes.process) this.end(sqlProblems.hungry);
    const file = await stat(this.file).catch(() => undefined);
    if (file && file.size > SQL_FILE_MEGABYTES * MEGABYTE) this.end(sqlProblems.large);
  }

  private problem(): Refused {
    const { ended, refused } = this;
    if (ended) return new Refused(ended);
    if (!refused || refused.why === 'moved') return new Refused(sqlProblems.broken);
    const { why, detail } = refused;
    return new Refused(sqlProblems[why], detail === '' ? {} : { detail });
  }
}

/** Undefined where the system has said something of its own. */
function wordOf(line: string): SqlWord | undefined {
  try {
    return sqlWord.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** 0 where the system does not tell. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
