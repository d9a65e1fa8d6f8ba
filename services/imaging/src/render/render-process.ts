import type { StoredImage } from '@easel/contracts/generation/events';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import type { DerivedFile } from '@easel/kernel/files/derived-files';
import { isIntake } from '@easel/kernel/files/derived-rows';
import { Sealer, type PersonKeys } from '@easel/kernel/identity/sealing';
import type { ImageJob, MadeImage } from './image-maker.ts';
import type { FromRenderProcess, RenderTask, ToRenderProcess } from './process-messages.ts';
import { storeImage } from './store-image.ts';
import { ThreadMaker } from './thread-maker.ts';

/**
 * Runs in a process of its own, which ProcessMaker starts and ends: what pixels leave in memory goes with it. Images
 * are drawn on threads, so that this process always notices when its parent is gone.
 */
const blobs = new DiskBlobStore(required('BLOB_DIR'));
const sealer = new Sealer(noPersonKeys(), required('MASTER_KEY'));
const threads = new ThreadMaker();
const running = new Map<number, AbortController>();

process.on('message', (message: ToRenderProcess) => {
  if ('abort' in message) running.get(message.id)?.abort(new Error('the task was aborted'));
  else void run(message.id, message);
});
process.once('disconnect', () => process.exit());
// A Ctrl+C reaches the whole group; the parent decides what still finishes.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);

async function run(id: number, task: RenderTask): Promise<void> {
  const control = new AbortController();
  running.set(id, control);
  try {
    const { signal } = control;
    const result =
      'image' in task
        ? await makeImage(task.image, signal, (progress) => reply({ id, progress }))
        : await makeFile(task.format, signal);
    reply({ id, result });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    reply({ id, error: { name, message } });
  } finally {
    running.delete(id);
  }
}

async function makeImage(
  job: ImageJob,
  signal: AbortSignal,
  onProgress: (made: number) => void,
): Promise<MadeImage<StoredImage>> {
  return storeImage(blobs, await threads.make(job, signal, onProgress));
}

async function makeFile(
  request: Extract<RenderTask, { format: unknown }>['format'],
  signal: AbortSignal,
): Promise<DerivedFile> {
  // Loads the image library into this thread as well, which renders alone do not need.
  if (isIntake(request.format)) return (await import('../uploads/take-in.ts')).takeIn(blobs, request, signal);
  const { makeFormat } = await import('../formats/format-maker.ts');
  return makeFormat(blobs, sealer, request, signal);
}

function reply(message: FromRenderProcess): void {
  process.send?.(message, () => undefined); // the parent may be gone: then this process ends too
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/** Files are signed here, and nothing personal is opened. */
function noPersonKeys(): PersonKeys {
  const refuse = (): Promise<never> => Promise.reject(new Error('the render process has no keys of people'));
  return { find: refuse, add: refuse, erase: refuse, any: refuse };
}
