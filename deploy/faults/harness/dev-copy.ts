import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projects, root } from '../../local/server-projects.mjs';
import { MARK, markOf, processesOf, signalAll } from './processes.ts';
import { until } from './until.ts';

const STARTS_WITHIN_MS = 100_000;
const STOPS_WITHIN_MS = 30_000;

/** `npm run dev` in a copy of this checkout, whose sources may be changed. */
export class DevCopy {
  private readonly folder = mkdtempSync(join(tmpdir(), 'easel-dev-'));
  private readonly id = markOf(process.pid);
  private readonly dataDir = join(this.folder, '.data');
  private child: ChildProcess | undefined;
  private said = '';
  address = '';

  async start(): Promise<void> {
    this.copy();
    const child = spawn(process.execPath, ['deploy/local/dev.mjs'], {
      cwd: this.folder,
      env: { ...process.env, [MARK]: this.id, DATA_DIR: this.dataDir, PORT: '0', SEED_DEMO: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (this.said += text.toString()));
    await this.says('Easel is ready', STARTS_WITHIN_MS);
    this.address = /Site\s+(http:\S+)/.exec(this.said)?.[1] ?? '';
  }

  /** Puts other words into one of its sources. */
  change(file: string, from: string | RegExp, to: string): void {
    const path = join(this.folder, file);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${file} has no ${String(from)}`);
    writeFileSync(path, changed);
  }

  async says(words: string, deadlineMs = 30_000): Promise<void> {
    const why = () => `(${words})\n${this.said}`;
    await until(() => this.said.includes(words) || this.child?.exitCode !== null, { deadlineMs, why });
    if (this.child?.exitCode !== null) throw new Error(`it ended:\n${this.said}`);
  }

  async text(path: string): Promise<string> {
    return (await fetch(this.address + path, { headers: { accept: 'text/html,*/*' } })).text();
  }

  /** Resolves when a page of this path has these words. */
  async answers(path: string, words: string): Promise<void> {
    const why = () => `(${path}: ${words})\n${this.said}`;
    await until(async () => (await this.text(path)).includes(words), { deadlineMs: 30_000, why });
  }

  /** Answers whether it ended in good order, with nothing left behind. */
  async stop(): Promise<boolean> {
    const { child } = this;
    if (!child || child.exitCode !== null) return false;
    const exited = once(child, 'exit', { signal: AbortSignal.timeout(STOPS_WITHIN_MS) });
    child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    return code === 0 && processesOf(this.id, this.dataDir).length === 0;
  }

  remove(): void {
    signalAll(processesOf(this.id, this.dataDir), 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What is built is copied with its times, so that nothing is built again; packages are those of this checkout. */
  private copy(): void {
    const own = [...projects.map(({ folder }) => folder), 'web', 'admin'];
    const files = ['.ci', 'package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json', 'nest-cli.json'];
    const filter = (path: string): boolean => !/\/(node_modules|\.cache)$|\.golden$/.test(path);
    for (const path of [...own, ...files]) {
      cpSync(join(root, path), join(this.folder, path), { recursive: true, preserveTimestamps: true, filter });
    }
    const modules = join(this.folder, 'node_modules');
    mkdirSync(join(modules, '@easel'), { recursive: true });
    for (const name of readdirSync(join(root, 'node_modules'))) {
      if (name !== '@easel' && name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
    for (const folder of own) {
      const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string };
      symlinkSync(join(this.folder, folder), join(modules, name));
    }
    const stamp = 'node_modules/.cache/easel/servers-stamp';
    mkdirSync(join(modules, '.cache/easel'), { recursive: true });
    cpSync(join(root, stamp), join(this.folder, stamp));
  }
}
