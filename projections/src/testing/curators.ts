import { randomUUID } from 'node:crypto';
import type { CuratorFact } from '@easel/contracts/curators/events';
import { curatorStream } from '@easel/contracts/curators/stream';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import { earningsStream } from '@easel/contracts/earnings/stream';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { viewsStream } from '@easel/contracts/telemetry/stream';
import { digestOf } from './generations.ts';
import type { Recorder } from './recorded.ts';

type DataOf<F extends Fact, Type extends F['type']> = Omit<Extract<F, Fact<Type>>['data'], 'memberId'>;

/** Facts of a curator, of their section and of what they sell. */
export class CuratorStory {
  constructor(
    private readonly recorder: Recorder,
    readonly memberId: string = randomUUID(),
  ) {}

  appointed = (): Recorded => this.fact('CuratorAppointed', { reason: 'a fine eye' });
  ended = (): Recorded => this.fact('CuratorEnded', { reason: 'asked for it' });

  described(name: string, banner: { generationId: string; variantId: string } | null = null, text = ''): Recorded {
    return this.fact('CuratorSectionDescribed', { name, text, banner });
  }

  fact<Type extends CuratorFact['type']>(type: Type, data: DataOf<CuratorFact, Type>): Recorded {
    return this.recorder.record<Fact>(curatorStream.nameOf(this.memberId), {
      type,
      data: { memberId: this.memberId, ...data },
    });
  }

  accrued(purchaseId: string, cents: number, generationId: string = randomUUID()): Recorded {
    return this.earned('EarningsAccrued', {
      key: randomUUID(),
      buyerId: randomUUID(),
      purchaseId,
      generationId,
      variantId: randomUUID(),
      size: '1K',
      method: 'dollars',
      tier: 'curator_partner',
      curator: true,
      tenths: 0,
      cents,
      accruedAt: '2026-11-20T10:00:01.000Z',
    });
  }

  turned(purchaseId: string, turn: number, cents: number, recordedAt = new Date('2026-11-21T10:00:00Z')): Recorded {
    const type = turn % 2 === 1 ? 'EarningsReversed' : 'EarningsReinstated';
    const ids = { key: randomUUID(), buyerId: randomUUID(), purchaseId };
    return { ...this.earned(type, { ...ids, turn, tenths: 0, cents, matured: false }), recordedAt };
  }

  viewed(generationId: string, by: string, day = '2026-11-20'): Recorded {
    const viewer = digestOf(`${by} ${day}`).slice(0, 32);
    return this.recorder.record<Fact>(viewsStream.nameOf(day), {
      type: 'PictureViewed',
      data: { day, generationId, curatorId: this.memberId, viewer },
    });
  }

  private earned<Type extends EarningsFact['type']>(type: Type, data: DataOf<EarningsFact, Type>): Recorded {
    return this.recorder.record<Fact>(earningsStream.nameOf(this.memberId), {
      type,
      data: { memberId: this.memberId, ...data },
    });
  }
}
