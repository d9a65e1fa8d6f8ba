import type { Recorded } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/log/event-log';
import { faultPoint } from '@easel/kernel/server/fault-point';
import type { Turn } from '@easel/kernel/following/following';
import { mkdirSync } from 'node:fs';
import { factRow, LAYOUT } from './fact-row.ts';
import {
  absorbed,
  isRebuildWanted,
  isWhole,
  listSegments,
  readSegments,
  rebuilt,
  type Segment,
  type SegmentList,
  sweepSegments,
  wantRebuild,
} from './segments.ts';
import { SegmentWriter, UnreadableSegment } from './segment-writer.ts';

/** Facts are written together: as many, or as soon as the first of them has waited so long. */
const GATHERED = { facts: 25_000, ms: 1_500 } as const;
/**
 * Puts facts into the columns, behind those that are there. Made anew, as they are where somebody wants it or another
 * code has made them, they take the place of what can be read meanwhile only once they go as far.
 */
export class ColumnsTurn implements Turn {
  readonly after: bigint | 'start';
  readonly until: AbortSignal;
  private readonly folder: string;
  private readonly writer: SegmentWriter;
  /** What is read until these columns go as far; undefined where they are read themselves. */
  private before: SegmentList | undefined;
  private segments: readonly Segment[];
  private last: Recorded | undefined;
  private gatheredAt = 0;
  private readonly over = new AbortController();
  private readonly isAnew: boolean;

  private constructor(folder: string, writer: SegmentWriter, list: SegmentList | undefined, isAnew: boolean) {
    this.folder = folder;
    this.writer = writer;
    this.isAnew = isAnew;
    this.before = isAnew ? list : undefined;
    this.segments = isAnew ? [] : (list?.segments ?? []);
    this.after = isAnew || !list ? 'start' : list.position;
    this.until = this.over.signal;
    sweepSegments(folder, list?.segments);
  }

  /**
   * Goes on where the columns end, or begins them anew: also where a file of theirs is missing, or the log no longer
   * goes as far as they do.
   */
  static async begin(folder: string, log: Pick<EventLog, 'head'>): Promise<ColumnsTurn> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const list = readSegments(folder);
    const isAnew =
      isRebuildWanted(folder) ||
      (list !== undefined &&
        (list.layout !== LAYOUT ||
          !isWhole(folder, list) ||
          list.position > (await log.head({ atLeast: list.position }))));
    return new ColumnsTurn(folder, await SegmentWriter.open(folder), list, isAnew);
  }

  handle(facts: readonly Recorded[]): Promise<void> {
    return this.closing(() => this.take(facts));
  }

  caughtUp(): Promise<void> {
    return this.closing(() => this.settle());
  }

  quiet(): Promise<void> {
    return this.closing(() => this.settle());
  }

  end(): Promise<void> {
    this.writer.close();
    return Promise.resolve();
  }

  /** What fails ends the turn, and nobody hears of that but here. */
  private async closing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.writer.close();
      throw error;
    }
  }

  private async take(facts: readonly Recorded[]): Promise<void> {
    if (this.writer.staged === 0) this.gatheredAt = performance.now();
    await this.writer.stage(facts.map(factRow));
    this.last = facts.at(-1) ?? this.last;
    const isDue = performance.now() - this.gatheredAt >= GATHERED.ms && this.before === undefined;
    if (isDue || this.writer.staged >= GATHERED.facts) await this.write();
  }

  /** The end of the log is reached. */
  private async settle(): Promise<void> {
    if (this.writer.staged > 0) await this.write();
    if (this.before) this.show();
    if (isRebuildWanted(this.folder) || !this.isShownWhole()) this.over.abort();
  }

  /** Whether the list of what was written, and all its files, are still there. */
  private isShownWhole(): boolean {
    if (this.segments.length === 0) return true;
    const list = readSegments(this.folder);
    return list !== undefined && isWhole(this.folder, list);
  }

  private async write(): Promise<void> {
    const old = absorbed(this.segments, this.writer.staged);
    const made = await this.writer.write(old).catch((error: unknown) => {
      if (error instanceof UnreadableSegment) wantRebuild(this.folder);
      throw error;
    });
    faultPoint('columns.after-segment');
    this.segments = [...this.segments.slice(0, this.segments.length - old.length), made];
    if (this.before && this.before.position > (this.last?.position ?? -1n)) {
      sweepSegments(this.folder, this.segments, this.before.segments);
    } else this.show();
  }

  private show(): void {
    const { folder, segments, last } = this;
    const [position, at] = [last?.position ?? -1n, last?.recordedAt.toISOString() ?? null];
    listSegments(folder, { layout: LAYOUT, position, at, segments: [...segments] });
    faultPoint('columns.after-list');
    this.before = undefined;
    if (this.isAnew) rebuilt(folder);
    sweepSegments(folder, segments);
  }
}
