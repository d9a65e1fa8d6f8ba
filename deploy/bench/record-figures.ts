import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { executable, hasBrowser } from '../e2e/browser.ts';
import { type AllFigures, pageOf, worseThan } from './figures.ts';
import type { BenchRow } from './row.ts';

const GIBIBYTE = 1024 ** 3;
/** Benches that measure the earlier build beside this one, in the same run. */
const BESIDE_BEFORE = new Set(['event-store', 'gallery-scroll', 'load', 'members', 'memory', 'studio']);

/** Benches run built, in deploy/dist/bench. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const figuresFile = join(root, 'deploy/bench/figures.json');
const pageFile = join(root, 'docs/performance.md');
const run = promisify(execFile);

/**
 * Writes the rows of a bench to the committed figures and to their page, with those of the built checkout that
 * `BENCH_BEFORE` names. Returns one line for each row that is worse than the committed one.
 */
export async function recordFigures(name: string, rows: readonly BenchRow[]): Promise<string[]> {
  const figures = existsSync(figuresFile) ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as AllFigures) : {};
  const committed = figures[name];
  const checkout = BESIDE_BEFORE.has(name) ? undefined : process.env['BENCH_BEFORE'];
  const before = checkout === undefined ? committed?.before : await measureBefore(resolve(checkout), name);
  const measuredOn = new Date().toISOString().slice(0, 10);
  const measured = { measuredOn, machine: await describeMachine(), rows, ...(before && { before }) };
  const all = { ...figures, [name]: measured };
  writeFileSync(figuresFile, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(pageFile, pageOf(all));
  return worseThan(committed?.rows ?? [], rows);
}

/** Undefined where the earlier build has no such bench. */
async function measureBefore(checkout: string, name: string): Promise<BenchRow[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const file = join(folder, 'rows.json');
  const { BENCH_BEFORE: _, ...env } = process.env;
  try {
    const program = fileURLToPath(new URL('./measure.js', import.meta.url));
    await run(process.execPath, [program, checkout, name, file], { env });
    return JSON.parse(readFileSync(file, 'utf8')) as BenchRow[];
  } catch (error) {
    process.stderr.write(`${name} of the earlier build: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function describeMachine(): Promise<string> {
  const [processor] = cpus();
  const memory = `${Math.round(totalmem() / GIBIBYTE)} GiB`;
  const postgres = await versionOf('pg_config', ['--version']);
  const browser = hasBrowser() ? await versionOf(executable(), ['--version']) : '';
  return [`${cpus().length} × ${processor?.model}`, memory, `Node ${process.versions.node}`, postgres, browser]
    .filter((part) => part !== '')
    .join(', ');
}

const versionOf = (program: string, args: readonly string[]): Promise<string> =>
  run(program, args).then(
    // The words of the distribution that built it are left out.
    ({ stdout }) => stdout.replace(/ (\(| built on).*/s, '').trim(),
    () => '',
  );
