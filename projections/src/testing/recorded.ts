import { randomUUID } from 'node:crypto';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';

const POSITIONS_BETWEEN_FACTS = 10n;

/** Numbers facts as a log would: revisions by stream, positions over all. */
export class Recorder {
  private position = -POSITIONS_BETWEEN_FACTS;
  private readonly revisions = new Map<string, number>();

  record<F extends Fact>(stream: string, fact: F): Recorded<F> {
    this.position += POSITIONS_BETWEEN_FACTS;
    const revision = this.revisions.get(stream) ?? 0;
    this.revisions.set(stream, revision + 1);
    return {
      ...fact,
      id: randomUUID(),
      stream,
      revision,
      position: this.position,
      recordedAt: new Date('2026-11-21T10:00:00Z'),
      metadata: {
        $correlationId: 'c0ffee00',
        actor: { kind: 'system', id: 'test' },
        schemaVersion: 1,
      },
    };
  }
}
