import type { StoredImage } from '@easel/contracts/generation/events';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import { isIntake } from '@easel/kernel/files/derived-rows';
import { Sealer, type PersonKeys } from '@easel/kernel/identity/sealing';
import type { ImageJob, MadeImage } from './image-maker.ts';
import type { FromRenderProcess, RenderResult, RenderTask, ToRenderProcess } from './process-messages.ts';
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
    reply({ id, result: await resultOf(task, signal, (progress) => reply({ id, progress })) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    reply({ id, error: { name, message } });
  } finally {
    running.delete(id);
  }
}

/** What needs the image library loads it into this thread as well, which renders alone do not need. */
async function resultOf(
  task: RenderTask,
  signal: AbortSignal,
  onProgress: (made: number) => void,
): Promise<RenderResult> {
  if ('image' in task) return makeImage(task.image, signal, onProgress);
  if ('format' in task) {
    if (isIntake(task.format.format)) return (await import('../uploads/take-in.ts')).takeIn(blobs, task.format, signal);
    return (await import('../formats/format-maker.ts')).makeFormat(blobs, sealer, task.format, signal);
  }
  if ('prepare' in task) {
    return (await import('../remote/prepare-pictures.ts')).preparePictures(blobs, task.prepare, signal);
  }
  if ('finish' in task) return (await import('../remote/finish-picture.ts')).finishPicture(blobs, task.finish, signal);
  return { preview: await (await import('../remote/small-preview.ts')).smallPreview(blobs, task.preview, signal) };
}

async function makeImage(
  job: ImageJob,
  signal: AbortSignal,
  onProgress: (made: number) => void,
): Promise<MadeImage<StoredImage>> {
  return storeImage(blobs, await threads.make(job, signal, onProgress));
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
