import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import { EXPORT_KEPT_DAYS, EXPORT_PICTURES_BYTES } from '@easel/contracts/data-export/policy';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { withTransaction, type Pool } from '@easel/kernel/database/database';
import { WorkQueue } from '@easel/kernel/following/work-queue';
import { EventLog } from '@easel/kernel/log/event-log';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BACKGROUND_POOL, BLOB_DIR, LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { fileNamesOf } from '../file-name.ts';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { OwnGenerationsLookup } from '../generation/own-generations.lookup.ts';
import { Mails } from '../mail/mails.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { UploadsLookup } from '../uploads/uploads.lookup.ts';
import { StampedOriginals } from '../stamped-originals.ts';
import { EXPORT_READY } from './data-export.letters.ts';
import { DataExportQueue, DataExportRows, type QueuedExport } from './data-exports.tables.ts';
import { memberFacts } from './member-facts.ts';
import { memberOrders } from './member-orders.ts';
import { uploadPictures } from './upload-pictures.ts';
import { packData, type PackedPicture } from './pack-data.ts';

const LOOK_MS = 5_000;
const RETRY_MS = 10_000;
const MOST_TRIES = 5;
/** How often it is written down how far one is. */
const PROGRESS_EVERY_MS = 500;

/** Exports at a time: behind one that is large, others have a way. A member has no more than one. */
const SLOTS = 2;

/** Packs the exports that were asked for; what a process before this one began is begun anew. */
@Injectable()
export class DataExportWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Where the files of exports lie, until they are kept no longer. */
  private readonly folder: string;
  private readonly stop = new AbortController();
  private readonly work: WorkQueue<QueuedExport>;

  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(LOGGER) logger: Logger,
    @Inject(BLOB_DIR) blobDir: string,
    queue: DataExportQueue,
    private readonly rows: DataExportRows,
    private readonly log: EventLog,
    private readonly originals: StampedOriginals,
    private readonly members: MembersLookup,
    private readonly own: OwnGenerationsLookup,
    private readonly generations: GenerationLookup,
    private readonly mails: Mails,
    private readonly uploads: UploadsLookup,
    private readonly blobs: BlobStore,
  ) {
    this.folder = `${blobDir}-exports`;
    this.work = new WorkQueue<QueuedExport>({
      rows: queue,
      perform: (work, signal) => this.pack(work, signal),
      onFailure: ({ key }, error) => {
        logger.warn({ err: error, export: key }, 'an export was cut short');
        return RETRY_MS;
      },
      mostTries: MOST_TRIES,
      slots: SLOTS,
      lookEveryMs: LOOK_MS,
      handsBack: true,
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.work.start(this.stop.signal);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.work.stopped();
  }

  wake(): void {
    this.work.wake();
  }

  /** Whether it was one that could not be packed, which is tried again now. */
  async again(id: string | undefined): Promise<boolean> {
    const isBegun = id !== undefined && (await this.rows.again(id));
    if (isBegun) this.work.wake();
    return isBegun;
  }

  fileOf(id: string): string {
    return join(this.folder, `${id}.zip`);
  }

  /** With its file. */
  async remove(id: string): Promise<void> {
    await this.rows.remove(id);
    await rm(this.fileOf(id), { force: true });
  }

  /** Deletes what is kept no longer, and what nobody speaks of; harmless at any time. */
  async sweep(): Promise<void> {
    for (const id of await this.rows.olderThan(EXPORT_KEPT_DAYS + 1)) await this.remove(id);
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names) {
      const [, id, kind] = /^([0-9a-f-]{36})\.(zip|part)$/.exec(name) ?? [];
      if (id === undefined) continue;
      const row = await this.rows.find(id);
      const isWanted = kind === 'zip' ? row !== undefined : row?.state === 'waiting';
      if (!isWanted) await rm(join(this.folder, name), { force: true });
    }
  }

  private async pack(work: QueuedExport, signal: AbortSignal): Promise<void> {
    const { key: id, memberId } = work;
    const profile = await this.members.profileOf(memberId);
    if (!profile) return this.remove(id);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const half = join(this.folder, `${id}.part`);
    let told = 0;
    const bytes = await packData(
      half,
      {
        facts: memberFacts(this.log, { memberId, generations: this.own.of(memberId) }, signal),
        account: this.log.read<AccountFact>(accountStream.nameOf(memberId)),
        orders: memberOrders(this.log, memberId, signal),
        profile,
        pictures: async () => [
          ...(await this.picturesOf(memberId)),
          ...(await uploadPictures(this.uploads, this.blobs, memberId)),
        ],
      },
      {
        signal,
        mostBytes: EXPORT_PICTURES_BYTES,
        onPicture: (packed, all) => {
          if (packed > 0 && performance.now() - told < PROGRESS_EVERY_MS) return;
          told = performance.now();
          // Only a look at it: nothing waits for that.
          void this.rows.progress(work, packed, all).catch(() => undefined);
        },
      },
    );
    faultPoint('data-export.before-rename');
    await rename(half, this.fileOf(id));
    faultPoint('data-export.after-rename');
    await withTransaction(this.pool, async (client) => {
      if (await this.rows.ready(client, work, bytes))
        await this.mails.add(client, EXPORT_READY, { memberId, exportId: id });
    });
    // Its member was erased meanwhile.
    if (!(await this.rows.find(id))) await this.remove(id);
    faultPoint('data-export.after-ready');
    this.mails.wake();
  }

  /** The originals of all that is not gone for good; what was made to be another's variant is that one's. */
  private async picturesOf(memberId: string): Promise<PackedPicture[]> {
    const images: { prompt: string; id: string; index: number; format: string }[] = [];
    const files: Omit<PackedPicture, 'name'>[] = [];
    for await (const generationId of this.own.of(memberId)) {
      const found = await this.generations.find(generationId);
      if (!found || found.purged || found.variantOf !== null || found.memberId !== memberId) continue;
      for (const [index, variant] of found.variants.entries()) {
        const image = { generationId, ...variant };
        images.push({ prompt: found.prompt, id: found.id, index, format: variant.format });
        files.push({
          bytes: await this.originals.bytesOf(image),
          madeAt: new Date(found.requestedAt),
          open: () => this.originals.open(image),
        });
      }
    }
    const names = fileNamesOf(images);
    return files.map((file, at) => ({ ...file, name: names[at] ?? '' }));
  }
}
