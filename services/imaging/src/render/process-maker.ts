import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StoredImage } from '@easel/contracts/generation/events';
import { BlobMissing, BlobStoreFull } from '@easel/kernel/files/blob-store';
import type { DerivedFile } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import type { ImageJob, ImageMaker, MadeImage } from './image-maker.ts';
import {
  NotAPicture,
  type FinishedPicture,
  type FinishTask,
  type Prepared,
  type PrepareTask,
} from '../remote/pixel-tasks.ts';
import type { FromRenderProcess, RenderResult, RenderTask, ToRenderProcess } from './process-messages.ts';

export interface ProcessMakerOptions {
  readonly blobDir: string;
  readonly masterKey: string;
  /** How long the process may have nothing to do before it is ended. */
  readonly idleMs: number;
  readonly entry?: URL;
}

/** Compiled, since Node starts it itself and not the tool that runs the sources. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/render/render-process.js' : './render-process.js',
  import.meta.url,
);

/** A process that has not let go of an aborted task by then is killed. */
const STUCK_MS = 15_000;
const CLOSE_MS = 5_000;

interface Call {
  readonly settle: (message: FromRenderProcess) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Makes images and files of other formats in a child process, which is started by the first task and ended when it has
 * had none for a while: only the end of a process gives all of its memory back. Results are in the blob store.
 */
export class ProcessMaker implements ImageMaker {
  private child: ChildProcess | undefined;
  private readonly calls = new Map<number, Call>();
  private idle: NodeJS.Timeout | undefined;
  private lastId = 0;
  private ending: Promise<unknown> | undefined;

  constructor(private readonly options: ProcessMakerOptions) {}

  /** Of the process that runs now, if any does. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  make(job: ImageJob, signal: AbortSignal, onProgress?: (made: number) => void): Promise<MadeImage<StoredImage>> {
    return this.run<MadeImage<StoredImage>>({ image: job }, signal, onProgress);
  }

  /** Throws BlobMissing, BlobStoreFull and the signal's reason. */
  format(request: DerivedRequest, signal: AbortSignal): Promise<DerivedFile> {
    return this.run<DerivedFile>({ format: request }, signal);
  }

  /** Throws BlobMissing, BlobStoreFull and the signal's reason. */
  prepare(task: PrepareTask, signal: AbortSignal): Promise<Prepared> {
    return this.run<Prepared>({ prepare: task }, signal);
  }

  /** Throws NotAPicture, BlobMissing, BlobStoreFull and the signal's reason. */
  finish(task: FinishTask, signal: AbortSignal): Promise<FinishedPicture> {
    return this.run<FinishedPicture>({ finish: task }, signal);
  }

  /** A stored picture as a small WebP in base64. */
  async preview(blob: string, signal: AbortSignal): Promise<string | undefined> {
    const { preview } = await this.run<{ preview: string | undefined }>({ preview: blob }, signal);
    return preview;
  }

  async close(): Promise<void> {
    this.end();
    await this.ending;
  }

  private async run<Result extends RenderResult>(
    task: RenderTask,
    signal: AbortSignal,
    onProgress?: (made: number) => void,
  ): Promise<Result> {
    signal.throwIfAborted();
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const id = ++this.lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let stuck: NodeJS.Timeout | undefined;
    const over = (): void => {
      clearTimeout(stuck);
      signal.removeEventListener('abort', onAbort);
      this.calls.delete(id);
      if (this.calls.size === 0) this.idle = setTimeout(() => this.end(), this.options.idleMs).unref();
    };
    const onAbort = (): void => {
      send(child, { id, abort: true });
      // The call stays until the process replies, so that the process is not ended as idle before.
      stuck = setTimeout(() => child.kill('SIGKILL'), STUCK_MS).unref();
      reject(signal.reason as Error);
    };
    this.calls.set(id, {
      settle: (message) => {
        if ('progress' in message) return onProgress?.(message.progress);
        if ('result' in message) resolve(message.result as Result);
        else reject(errorOf(message.error));
        over();
      },
      fail: (error) => {
        reject(error);
        over();
      },
    });
    signal.addEventListener('abort', onAbort, { once: true });
    send(child, { id, ...task });
    return promise;
  }

  private start(): ChildProcess {
    const { entry = program, blobDir: BLOB_DIR, masterKey: MASTER_KEY } = this.options;
    const child = fork(fileURLToPath(entry), [], {
      execArgv: [],
      env: { ...process.env, BLOB_DIR, MASTER_KEY },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.on('message', (message: FromRenderProcess) => this.calls.get(message.id)?.settle(message));
    child.once('error', (error) => this.lose(child, error));
    child.once('exit', (code, signal) =>
      this.lose(child, new Error(`the render process died (${signal ?? `code ${code}`})`)),
    );
    return child;
  }

  /** Every task of a process that is gone fails; the next one starts another process. */
  private lose(child: ChildProcess, error: Error): void {
    if (this.child !== child) return;
    this.child = undefined;
    for (const { fail } of this.calls.values()) fail(error);
  }

  /** Forgets the process before it is asked to end: a task that comes at this moment starts another one. */
  private end(): void {
    clearTimeout(this.idle);
    const { child } = this;
    if (!child) return;
    this.child = undefined;
    const late = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
    this.ending = once(child, 'exit')
      .catch(() => undefined)
      .finally(() => clearTimeout(late));
    // With nothing to do it exits by itself, which also saves what Node compiled; work that is given up is not waited
    // for.
    if (this.calls.size === 0 && child.connected) child.disconnect();
    else child.kill('SIGKILL');
    for (const { fail } of this.calls.values()) fail(new Error('the render process was closed'));
    clearTimeout(this.idle);
  }
}

/** A process that died meanwhile is noticed by its exit. */
function send(child: ChildProcess, message: ToRenderProcess): void {
  child.send(message, () => undefined);
}

/** Errors that callers tell apart keep their class. */
function errorOf({ name, message }: { name: string; message: string }): Error {
  if (name === 'BlobMissing') return new BlobMissing(message);
  if (name === 'NotAPicture') return new NotAPicture(message);
  if (name === 'BlobStoreFull') return new BlobStoreFull(message);
  const error = new Error(message);
  error.name = name;
  return error;
}
