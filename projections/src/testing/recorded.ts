import { randomUUID } from 'node:crypto';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';

/** Positions are bytes in a real log: the first facts stand there, and so on. */
const POSITIONS = [137n, 549n, 669n, 958n, 1_556n];
const ROUND = 1_556n;

/** Where a recorder's facts stand, counted from 0. */
export const nth = (n: number): bigint =>
  ROUND * BigInt(Math.floor(n / POSITIONS.length)) + (POSITIONS[n % POSITIONS.length] ?? 0n);

/** Numbers facts as a log would: revisions by stream, positions over all. */
export class Recorder {
  private recorded = 0;
  private readonly revisions = new Map<string, number>();

  record<F extends Fact>(stream: string, fact: F): Recorded<F> {
    const revision = this.revisions.get(stream) ?? 0;
    this.revisions.set(stream, revision + 1);
    return {
      ...fact,
      id: randomUUID(),
      stream,
      revision,
      position: nth(this.recorded++),
      recordedAt: new Date('2026-11-21T10:00:00Z'),
      metadata: {
        $correlationId: 'c0ffee00',
        actor: { kind: 'system', id: 'test' },
        schemaVersion: 1,
      },
    };
  }
}
