import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { LogFile } from './log-file.ts';
import { goneWithin, signal } from './process-table.ts';
import type { Running } from './supervisor.ts';

export interface ChildOptions {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** The file that its output is appended to. */
  readonly log: string;
  /** Its warnings and errors (JSON lines of level 40 and above), for the console. */
  readonly warn: (line: string) => void;
  /** Called with each line of its output until it answers true; without it the child is ready once it runs. */
  readonly ready?: (line: string) => boolean;
  readonly readyDeadlineMs?: number;
  readonly stopDeadlineMs?: number;
  /** It runs on Node and answers each message with a message, as `answerParent` has it. */
  readonly answers?: boolean;
}

export interface Child extends Running {
  readonly pid: number;
}

/**
 * A child process that lives as long as we do: its stdin is a pipe from us, whose end tells it of ours even after
 * kill -9. It is in a session of its own, so that a Ctrl+C at the console reaches us alone and we stop it in its turn.
 * Throws with the last lines of its output when it ends before it is ready.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, warn, ready, readyDeadlineMs = 60_000, stopDeadlineMs = 15_000 } = options;
  const log = new LogFile(options.log);
  const child = spawn(options.program, options.args, {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', options.answers ? 'ipc' : 'ignore'],
    env: { ...options.env, EASEL_EXIT_WITH_PARENT: '1' },
  }) as ChildProcessWithoutNullStreams; // of four streams the types know nothing
  child.stdin.on('error', () => undefined); // it may close its end before its exit is known

  const exited = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined); // only awaited until it is ready
  const isReady = Promise.withResolvers<void>();
  const last: string[] = [];

  let waiting = ready;
  const take = (line: string) => {
    log.write(line);
    last.push(line);
    if (last.length > 20) last.shift();
    const warning = warningIn(line);
    if (warning !== undefined) warn(`${name}: ${warning}`);
    if (waiting?.(line)) {
      waiting = undefined;
      isReady.resolve();
    }
  };
  createInterface({ input: child.stdout }).on('line', take);
  createInterface({ input: child.stderr }).on('line', take);

  child.once('spawn', () => !ready && isReady.resolve());
  child.once('error', (error) => {
    failed.reject(error);
    exited.resolve();
  });
  child.once('close', (code, killedBy) => {
    log.close();
    const how = killedBy ?? `code ${String(code)}`;
    failed.reject(new Error(`${name} ended (${how}) before it was ready:\n${last.join('\n')}`));
    exited.resolve();
  });

  const late = setTimeout(() => {
    failed.reject(new Error(`${name} was not ready within ${readyDeadlineMs / 1000} s:\n${last.join('\n')}`));
    child.kill('SIGKILL');
  }, readyDeadlineMs);
  try {
    await Promise.race([isReady.promise, failed.promise]);
  } finally {
    clearTimeout(late);
  }

  const pid = child.pid!;
  return {
    pid,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        if (!(await goneWithin(pid, stopDeadlineMs))) child.kill('SIGKILL');
      }
      await exited.promise;
    },
    // Its own children with it: they are of its group, and may hang as well.
    kill: () => signal(-pid, 'SIGKILL'),
    ...(options.answers && { answers: questionsTo(child) }),
    onExit: (callback) => void exited.promise.then(callback),
  };
}

/** Gives what asks the child whether it works: whatever it says then answers all that was asked of it. */
function questionsTo(child: ChildProcess): () => Promise<void> {
  let answer = Promise.withResolvers<void>();
  child.on('message', () => {
    answer.resolve();
    answer = Promise.withResolvers();
  });
  return () => {
    child.send('alive?', () => undefined); // one that is gone is noticed by its exit
    return answer.promise;
  };
}

function warningIn(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, msg } = JSON.parse(line) as { level?: unknown; msg?: unknown };
    return typeof level === 'number' && level >= 40 ? String(msg) : undefined;
  } catch {
    return undefined;
  }
}
