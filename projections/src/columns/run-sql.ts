import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
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

/** The program beside this, as this is: built, or its source. */
const PROGRAM = import.meta.url.endsWith('.ts')
  ? ['--no-warnings', '--conditions=source', fileURLToPath(new URL('sql-child.ts', import.meta.url))]
  : [fileURLToPath(new URL('sql-child.js', import.meta.url))];

/** Runs statements over the columns in a folder, each in a process of its own and so many at a time. */
export class SqlRunner {
  private running = 0;
  private readonly folder: string;
  private readonly limits: SqlLimits;

  constructor(folder: string, limits: SqlLimits = LIMITS) {
    this.folder = folder;
    this.limits = limits;
  }

  /** Throws Refused, of sqlProblems, until the first bytes are there. */
  async run(asked: SqlAsked): Promise<SqlAnswer> {
    if (this.running >= SQL_AT_ONCE) throw new Refused(sqlProblems.busy);
    this.running += 1;
    let isOver = false;
    const over = (): void => {
      if (!isOver) this.running -= 1;
      isOver = true;
    };
    try {
      return await this.begin(asked, over);
    } catch (error) {
      over();
      throw error;
    }
  }

  private async begin(asked: SqlAsked, over: () => void): Promise<SqlAnswer> {
    for (let attempt = 1; ; attempt++) {
      const run = new SqlRun(this.limits, asked);
      const bytes = run.answer(questionOf(this.folder, asked, run.file, this.limits));
      const first = await bytes.next().catch((error: unknown) => {
        if (attempt < TRIES && run.isMoved) return undefined;
        throw error;
      });
      if (!first) continue;
      await run.begun;
      return { position: run.position, bytes: all(first, bytes, over), rowsRead: () => run.rows };
    }
  }
}

async function* all(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer, void, void>,
  over: () => void,
): AsyncGenerator<Buffer, void, void> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return();
    over();
  }
}

function questionOf(folder: string, { sql, asOf, format }: SqlAsked, file: string, limits: SqlLimits): SqlQuestion {
  const list = readSegments(folder);
  if (!list) throw new Refused(sqlProblems.none);
  return {
    segments: list.segments.map((segment) => join(folder, segment.file)),
    views: viewsFor(sql),
    sql,
    asOf: placeOf(list, asOf),
    format,
    most: { rows: ROWS_SHOWN, bytes: SHOWN_BYTES },
    file,
    memory: `${limits.megabytes.database}MB`,
  };
}

function placeOf({ position }: SegmentList, asOf: string | undefined): SqlQuestion['asOf'] {
  if (asOf === undefined) return { position: String(position) };
  if (!/^\d+$/.test(asOf)) return { at: new Date(asOf).toISOString() };
  if (BigInt(asOf) > position) throw new Refused(sqlProblems.notYet);
  return { position: asOf };
}

/** One statement in its process, which is ended as soon as it takes too much of anything, or nobody listens. */
class SqlRun {
  position = '';
  rows = 0;
  /** Resolves when its position is known, or will never be. */
  readonly begun: Promise<void>;
  readonly file: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'easel-sql-'));
  private readonly hasBegun: () => void;
  private readonly limits: SqlLimits;
  private readonly asked: SqlAsked;
  private refused: Extract<SqlWord, { kind: 'refused' }> | undefined;
  private ended: Problem | undefined;

  constructor(limits: SqlLimits, asked: SqlAsked) {
    this.file = join(this.folder, 'answer.parquet');
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.begun, this.hasBegun] = [promise, resolve];
    this.limits = limits;
    this.asked = asked;
  }

  get isMoved(): boolean {
    return this.refused?.why === 'moved';
  }

  async *answer(question: SqlQuestion): AsyncGenerator<Buffer, void, void> {
    const { asked, limits } = this;
    // Nothing of ours stands in its environment, as a statement might read that.
    const child = spawn(process.execPath, PROGRAM, { stdio: 'pipe', env: { TZ: 'UTC' } });
    const exit = once(child, 'exit') as Promise<[code: number | null]>;
    child.stdin.on('error', () => undefined); // it may be gone before us
    const words = this.hear(child);
    const isShown = asked.format === 'rows';
    const end = (problem?: Problem): void => {
      this.ended ??= problem;
      child.kill('SIGKILL');
    };
    const late = setTimeout(
      () => end(isShown ? sqlProblems.slow : sqlProblems.slowFile),
      1_000 * (isShown ? limits.seconds.shown : limits.seconds.file),
    );
    const watch = setInterval(() => void this.look(child, end), LOOK_EVERY_MS);
    const leave = (): void => end();
    asked.signal?.addEventListener('abort', leave, { once: true });
    try {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      for await (const chunk of child.stdout) {
        yield chunk as Buffer;
      }
      await words;
      const [code] = await exit;
      if (code !== 0) throw this.problem();
    } finally {
      asked.signal?.removeEventListener('abort', leave);
      clearTimeout(late);
      clearInterval(watch);
      child.kill('SIGKILL');
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  private async hear(child: ChildProcessWithoutNullStreams): Promise<void> {
    for await (const line of createInterface({ input: child.stderr })) {
      if (!line.startsWith('{')) continue;
      const word = sqlWord.parse(JSON.parse(line));
      if (word.kind === 'refused') this.refused = word;
      else if (word.kind === 'read') this.rows = word.rows;
      else {
        this.position = word.position;
        this.hasBegun();
      }
    }
    this.hasBegun();
  }

  /** What the database counts itself is not all that its process takes. */
  private async look({ pid = 0 }: ChildProcessWithoutNullStreams, end: (problem: Problem) => void): Promise<void> {
    if ((await residentMegabytes(pid)) > this.limits.megabytes.process) end(sqlProblems.hungry);
    const file = await stat(this.file).catch(() => undefined);
    if (file && file.size > SQL_FILE_MEGABYTES * MEGABYTE) end(sqlProblems.large);
  }

  private problem(): Refused {
    const { ended, refused } = this;
    if (ended) return new Refused(ended);
    if (!refused || refused.why === 'moved') return new Refused(sqlProblems.broken);
    const { why, detail } = refused;
    return new Refused(sqlProblems[why], detail === '' ? {} : { detail });
  }
}

/** 0 where the system does not tell. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
