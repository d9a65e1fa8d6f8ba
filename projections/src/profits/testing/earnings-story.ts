import { randomUUID } from 'node:crypto';
import type { EarningsFact } from '@easel/contracts/earnings/events';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { Recorder } from '../../testing/recorded.ts';

type DataOf<Type extends EarningsFact['type']> = Extract<EarningsFact, Fact<Type>>['data'];

/** Events of one member's sales. */
export class EarningsStory {
  constructor(
    private readonly recorder: Recorder,
    readonly memberId: string = randomUUID(),
  ) {}

  sale(data: Partial<DataOf<'EarningsAccrued'>> = {}): Recorded {
    return this.record('EarningsAccrued', {
      memberId: this.memberId,
      key: randomUUID(),
      buyerId: randomUUID(),
      purchaseId: randomUUID(),
      generationId: randomUUID(),
      variantId: randomUUID(),
      size: '2K',
      method: 'dollars',
      tier: 'studio',
      curator: false,
      tenths: 15,
      cents: 0,
      accruedAt: '2026-11-20T10:00:00.000Z',
      ...data,
    });
  }

  matured(day: string, sales: number): Recorded {
    return this.record('EarningsMatured', { memberId: this.memberId, day, tenths: 0, cents: 0, sales });
  }

  turned(purchaseId: string, turn: number): Recorded {
    return this.record(turn % 2 === 1 ? 'EarningsReversed' : 'EarningsReinstated', {
      memberId: this.memberId,
      key: randomUUID(),
      buyerId: randomUUID(),
      purchaseId,
      turn,
      tenths: 15,
      cents: 0,
      matured: true,
    });
  }

  private record<Type extends EarningsFact['type']>(type: Type, data: DataOf<Type>): Recorded {
    return this.recorder.record<Fact>(`earnings-${this.memberId}`, { type, data });
  }
}
