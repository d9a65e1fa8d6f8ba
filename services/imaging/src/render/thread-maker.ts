import { Worker } from 'node:worker_threads';
import type { ImageJob, ImageMaker, MadeImage } from './image-maker.ts';

/** Of the JavaScript heap of one thread; pixels lie outside it, in buffers of known size. */
const MAX_HEAP_MB = 512;

/** Compiled, since a thread is started by Node itself and not by whatever runs the sources. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/render/render-thread.js' : './render-thread.js',
  import.meta.url,
);

type Said = { image: MadeImage } | { error: string } | { progress: number };

/**
 * Threads that make images, one at a time each: started when needed, kept while well, ended when one must be stopped.
 */
export class ThreadMaker implements ImageMaker {
  private readonly idle: Worker[] = [];
  private readonly busy = new Set<Worker>();

  constructor(private readonly entry: URL = program) {}

  async make(job: ImageJob, signal: AbortSignal, onProgress?: (made: number) => void): Promise<MadeImage> {
    signal.throwIfAborted();
    const thread = this.idle.pop() ?? this.start();
    this.busy.add(thread);
    const { promise, resolve, reject } = Promise.withResolvers<MadeImage>();
    const onMessage = (said: Said): void => {
      if ('progress' in said) onProgress?.(said.progress);
      else if ('image' in said) resolve(said.image);
      else reject(new Error(said.error));
    };
    const onExit = (): void => reject(new Error('the render thread died'));
    const onAbort = (): void => reject(signal.reason);
    thread.on('message', onMessage).once('error', reject).once('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    let well = false;
    try {
      thread.postMessage(job);
      const image = await promise;
      well = true;
      return image;
    } finally {
      signal.removeEventListener('abort', onAbort);
      thread.off('message', onMessage).off('error', reject).off('exit', onExit);
      this.busy.delete(thread);
      // One that was stopped or failed may hold anything: the next image gets a fresh one.
      if (well) this.idle.push(thread);
      else await this.end(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.idle.splice(0), ...this.busy].map((thread) => this.end(thread)));
  }

  private start(): Worker {
    const thread = new Worker(this.entry, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
    thread.once('exit', () => {
      const at = this.idle.indexOf(thread);
      if (at >= 0) this.idle.splice(at, 1);
    });
    return thread;
  }

  private async end(thread: Worker): Promise<void> {
    thread.on('error', () => undefined);
    await thread.terminate();
  }
}
