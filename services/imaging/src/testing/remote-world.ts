import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { RENDER_HINT } from '@easel/contracts/generation/policy';
import { BlobMissing } from '@easel/kernel/files/blob-store';
import { createLogger } from '@easel/kernel/server/logger';
import type { RemoteCall, RemoteProvider, RemoteTask } from '../providers/remote-provider.ts';
import type { ConfiguredProvider, RemoteSettings } from '../remote/remote-means.ts';
import { NotAPicture, type FinishedPicture } from '../remote/pixel-tasks.ts';
import { RenderWorker, type RenderWorkerOptions } from '../render/render-worker.ts';
import { idOf, LocalBus, requested, Streams } from './streams.ts';

export const PROVIDER = 'gateway';
/** Millionths of a dollar that a picture costs there. */
export const PICTURE_MICROS = 40_000;

/** A provider whose answers a test writes; it counts what it is asked for. */
export class ScriptedProvider implements RemoteProvider {
  readonly name = PROVIDER;
  readonly asked: RemoteCall[] = [];
  readonly polled: RemoteTask[] = [];

  constructor(
    private readonly script: Partial<Pick<RemoteProvider, 'ask' | 'poll'>>,
    readonly imagesPerCall = 1,
  ) {}

  ask: RemoteProvider['ask'] = (call, signal, onPreview) => {
    this.asked.push(call);
    return this.script.ask?.(call, signal, onPreview) ?? Promise.resolve({ pictures: picturesOf(call) });
  };

  poll: NonNullable<RemoteProvider['poll']> = (task, signal) => {
    this.polled.push(task);
    return this.script.poll?.(task, signal) ?? Promise.reject(new Error('no task was expected'));
  };
}

export const picturesOf = ({ images, seed }: Pick<RemoteCall, 'images' | 'seed'>) =>
  Array.from({ length: images }, (_, n) => ({ bytes: Buffer.from(`picture ${seed + n}`) }));

/** Answers with a task of the call's name, which is done at its first poll. */
export const tasks: Pick<RemoteProvider, 'ask' | 'poll'> = {
  ask: ({ seed }) => Promise.resolve({ task: { taskId: `task-${seed}`, pollUrl: 'https://poll.example/1' } }),
  poll: ({ taskId }) => Promise.resolve({ state: 'done', pictures: [{ bytes: Buffer.from(`picture of ${taskId}`) }] }),
};

/** Blobs in memory. */
export class MemoryBlobs {
  readonly stored = new Map<string, Buffer>();

  put(bytes: Buffer): Promise<{ blob: string; bytes: number }> {
    const blob = createHash('sha256').update(bytes).digest('hex');
    this.stored.set(blob, bytes);
    return Promise.resolve({ blob, bytes: bytes.length });
  }

  open(blob: string): Promise<{ stream: Readable; bytes: number }> {
    const bytes = this.stored.get(blob);
    if (!bytes) return Promise.reject(new BlobMissing(blob));
    return Promise.resolve({ stream: Readable.from([bytes]), bytes: bytes.length });
  }
}

/** Finishes whatever begins with `picture`. */
export function pixelsOf(blobs: MemoryBlobs): RemoteSettings['pixels'] {
  return {
    prepare: ({ references, edit }) => {
      const all = [...references, ...(edit ? [edit.source] : [])];
      const missing = all.find((blob) => !blobs.stored.has(blob));
      if (missing !== undefined) return Promise.reject(new BlobMissing(missing));
      return Promise.resolve({ references: references.map((blob) => ({ blob, type: 'image/jpeg' as const })) });
    },
    finish: async ({ blob, size }) => {
      const text = blobs.stored.get(blob)?.toString() ?? '';
      if (!text.startsWith('picture')) throw new NotAPicture(text);
      const file = async (name: string) => ({ ...(await blobs.put(Buffer.from(`${name} of ${text}`))), ...size });
      const files = { original: await file('original'), preview: await file('preview') };
      const rest = { thumbhash: 'aGFzaA==', look: '7f'.repeat(60), enlarged: false };
      return { ...files, thumbnail: await file('thumbnail'), ...rest } satisfies FinishedPicture;
    },
    preview: (blob) => Promise.resolve(blobs.stored.get(blob)?.toString('base64')),
  };
}

export interface RemoteWorldOptions {
  settings?: Partial<ConfiguredProvider['settings']>;
  remote?: Partial<RemoteSettings>;
  worker?: Partial<RenderWorkerOptions>;
  slots?: number;
}

/** A log, a blob store and a bus, and workers on them. */
export class RemoteWorld {
  readonly streams = new Streams();
  readonly bus = new LocalBus();
  readonly blobs = new MemoryBlobs();
  private readonly workers: RenderWorker[] = [];

  async worker(provider: RemoteProvider, over: RemoteWorldOptions = {}): Promise<RenderWorker> {
    const { streams, bus, blobs } = this;
    const logger = createLogger({ name: 'test', level: 'silent' });
    const cost = { picture: PICTURE_MICROS / 1_000_000, megapixel: 0 };
    const settings = { name: PROVIDER, cost, budget: {}, concurrent: 8, timeoutSeconds: 60, ...over.settings };
    const remote: RemoteSettings = {
      runner: streams,
      bus,
      blobs,
      pixels: pixelsOf(blobs),
      logger,
      pollMs: {
        firstMs: 1,
        mostMs: 1,
      },
      retryMs: {
        first: 1,
        most: 1,
      },
      previewEveryMs: 0,
      ...over.remote,
    };
    const worker = new RenderWorker({
      runner: remote.runner,
      bus,
      blobs,
      logger,
      slots: 2,
      drainMs: 20,
      maker: {
        make: () => Promise.reject(new Error('not here')),
        close: () => Promise.resolve(),
      },
      remote: {
        providers: new Map([
          [
            PROVIDER,
            {
              provider,
              settings,
            },
          ],
        ]),
        slots: over.slots ?? 100,
        settings: remote,
      },
      ...over.worker,
    });
    this.workers.push(worker);
    await worker.start();
    return worker;
  }

  request(n = 1, { count = 1, ...over }: { count?: number } & Parameters<typeof requested>[2] = {}): string {
    const id = idOf(n);
    this.streams.append(`generation-${id}`, [requested(id, count, { provider: PROVIDER, ...over })]);
    this.hint(n);
    return id;
  }

  hint(n = 1): void {
    this.bus.publish(RENDER_HINT, { generationId: idOf(n), correlationId: 'test', provider: PROVIDER });
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.splice(0).map((worker) => worker.stop()));
  }

  factsOf(type: GenerationFact['type'], n = 1): readonly GenerationFact[] {
    return this.streams.of(idOf(n)).filter((fact) => fact.type === type);
  }
}
