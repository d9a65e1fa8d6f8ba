import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { unheard, type Watched, WatchedProcess } from '../kernel/watched-process.ts';
import { viewsFor } from './fact-views.ts';
import { readSegments, reportUnreadable, type Segment, type SegmentList } from './segments.ts';
import { type SqlPreparation, type SqlQuestion, sqlWord, type SqlWord } from './sql-question.ts';

export interface SqlAsked {
  sql: string;
  /** A position in digits, or an instant in ISO 8601; as far as the columns go where it is absent. */
  asOf?: string | undefined;
  /** `rows`: the first of them, as JSON. `lines`: the first column of all of them, a line each. */
  format: 'rows' | 'lines' | SqlFormat;
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
  private ready: Watched | undefined;
  private resting: NodeJS.Timeout | undefined;
  private isShutDown = false;
  private readonly folder: string;
  private readonly limits: SqlLimits;
  private readonly keepsReady: boolean;

  /**
   * `keepsReady`: a process with open segments is kept for the next statement, for a minute after `prepare` and after
   * each statement. Most of the time of a short statement is spent starting its process.
   */
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
        // A file that was replaced before it was opened is read under its new name.
        if (attempt < TRIES && run.isUnreadable) return undefined;
        throw error;
      });
      if (!first) continue;
      await run.begun;
      return { position: run.position, bytes: all(first, bytes), rowsRead: () => run.rows };
    }
  }

  /** Starts a process for the next statement, which will probably read these segments, where one is kept ready. */
  prepare(segments: readonly Segment[]): void {
    this.keepReady(pathsOf(this.folder, segments));
  }

  private keepReady(paths: readonly string[]): void {
    // A statement may end after the shutdown.
    if (!this.keepsReady || this.isShutDown) return;
    this.ready ??= this.startProcess(paths);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.endReady(), READY_MS).unref();
  }

  beforeApplicationShutdown(): void {
    this.isShutDown = true;
    this.endReady();
  }

  private endReady(): void {
    clearTimeout(this.resting);
    this.ready?.kill('SIGKILL');
    this.ready = undefined;
  }

  private begin(asked: SqlAsked): SqlRun {
    const question = questionOf(this.folder, asked);
    const { ready } = this;
    this.ready = undefined;
    const isThere = ready?.exitCode === null && ready.signalCode === null;
    const run = new SqlRun(isThere ? ready : this.startProcess(question.segments), {
      question,
      asked,
      limits: this.limits,
      onUnreadable: () => reportUnreadable(this.folder, question.segments),
    });
    this.running += 1;
    void run.over.then(() => {
      this.running -= 1;
      this.keepReady(question.segments);
    });
    return run;
  }

  /** Keeps everything of ours out of its environment, as a statement might read that. */
  private startProcess(segments: readonly string[]): Watched {
    const child = unheard(spawn(process.execPath, PROGRAM, { stdio: 'pipe', env: { TZ: 'UTC' } }));
    const preparation: SqlPreparation = { segments, memory: `${this.limits.megabytes.database}MB` };
    child.stdin.write(`${JSON.stringify(preparation)}\n`);
    return child;
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

const pathsOf = (folder: string, segments: readonly Segment[]): string[] =>
  segments.map(({ file }) => join(folder, file));

function questionOf(folder: string, { sql, asOf, format }: SqlAsked): Omit<SqlQuestion, 'file'> {
  const list = readSegments(folder);
  if (!list) throw new Refused(sqlProblems.none);
  return {
    segments: pathsOf(folder, list.segments),
    views: viewsFor(sql),
    sql,
    asOf: placeOf(list, asOf),
    format,
    most: { rows: ROWS_SHOWN, bytes: SHOWN_BYTES },
  };
}

function placeOf({ position }: SegmentList, asOf: string | undefined): SqlQuestion['asOf'] {
  if (asOf === undefined) return { position: String(position) };
  if (!/^\d+$/.test(asOf)) return { at: new Date(asOf).toISOString() };
  if (BigInt(asOf) > position) throw new Refused(sqlProblems.notYet);
  return { position: asOf };
}

interface Run {
  question: Omit<SqlQuestion, 'file'>;
  asked: SqlAsked;
  limits: SqlLimits;
  onUnreadable: () => void;
}

/** One statement in its process. */
class SqlRun {
  position = '';
  rows = 0;
  /** Resolves when its position is known, or will never be. */
  readonly begun: Promise<void>;
  /** Resolves when its process is gone, and what it had put somewhere. */
  readonly over: Promise<void>;
  private readonly child: Watched;
  private readonly watched: WatchedProcess;
  private readonly slow: Problem;
  private readonly onUnreadable: () => void;
  private refused: Extract<SqlWord, { kind: 'refused' }> | undefined;

  constructor(child: Watched, { question, asked: { format, signal }, limits, onUnreadable }: Run) {
    this.child = child;
    this.onUnreadable = onUnreadable;
    const folder = mkdtempSync(join(tmpdir(), 'easel-sql-'));
    const file = join(folder, 'answer.parquet');
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    this.begun = begun;
    this.slow = format === 'rows' ? sqlProblems.slow : sqlProblems.slowFile;
    this.watched = new WatchedProcess(child, {
      seconds: format === 'rows' ? limits.seconds.shown : limits.seconds.file,
      // What the database counts itself is not all that its process takes.
      megabytes: limits.megabytes.process,
      signal,
      hear: (line) => this.hear(line, begin),
      isTooLarge: async () => {
        const made = await stat(file).catch(() => undefined);
        return made !== undefined && made.size > SQL_FILE_MEGABYTES * MEGABYTE;
      },
    });
    this.over = this.watched.over.then(() => {
      rmSync(folder, { recursive: true, force: true });
      begin();
    });
    child.stdin.write(`${JSON.stringify({ ...question, file } satisfies SqlQuestion)}\n`);
  }

  get isUnreadable(): boolean {
    return this.refused?.why === 'unreadable';
  }

  async *bytes(): AsyncGenerator<Buffer, void, void> {
    const { child } = this;
    try {
      for await (const chunk of child.stdout) yield chunk as Buffer;
      await this.over;
      if (child.exitCode !== 0) throw this.problem();
    } finally {
      this.watched.end();
    }
  }

  private hear(line: string, begin: () => void): void {
    const word = wordOf(line);
    if (word?.kind === 'refused') {
      this.refused = word;
      if (word.why === 'unreadable') this.onUnreadable();
    } else if (word?.kind === 'read') this.rows = word.rows;
    else if (word?.kind === 'begun') {
      this.position = word.position;
      begin();
    }
  }

  private problem(): Refused {
    const { refused } = this;
    const { tookTooMuch } = this.watched;
    if (tookTooMuch) return new Refused(tookTooMuch === 'slow' ? this.slow : sqlProblems[tookTooMuch]);
    if (!refused) return new Refused(sqlProblems.broken);
    const { why, detail } = refused;
    if (why === 'unreadable') return new Refused(sqlProblems.unreadable);
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
