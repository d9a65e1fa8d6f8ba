import { randomUUID } from 'node:crypto';
import type { AccountFact } from '@easel/contracts/account/events';
import type { Fact, FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import { digestOf } from './generations.ts';
import type { Recorder } from './recorded.ts';

type DataOf<Type extends AccountFact['type']> = Omit<Extract<AccountFact, Fact<Type>>['data'], 'memberId'>;
type Recording = Partial<Pick<Recorded, 'recordedAt'>> & { metadata?: Partial<FactMetadata> };

/** Facts of one member's account. */
export class AccountStory {
  constructor(
    private readonly recorder: Recorder,
    readonly memberId: string = randomUUID(),
  ) {}

  /** Any fact of it, recorded as is said. */
  fact<Type extends AccountFact['type']>(type: Type, data: DataOf<Type>, recording: Recording = {}): Recorded {
    const recorded = this.recorder.record<Fact>(`account-${this.memberId}`, {
      type,
      data: { memberId: this.memberId, ...data },
    });
    const { metadata, ...rest } = recording;
    return { ...recorded, ...rest, metadata: { ...recorded.metadata, ...metadata } };
  }

  allowance(tenths = 500, month = '2026-11', recording?: Recording): Recorded {
    const key = `allowance:${month}`;
    const data = { bucket: 'allowance', tenths, reason: 'allowance', key, month, paymentId: null, note: null } as const;
    return this.fact('CreditsGranted', data, recording);
  }

  adjusted(tenths: number, note: string | null, recording?: Recording): Recorded {
    const data = {
      bucket: 'permanent',
      tenths,
      reason: 'adjustment',
      key: randomUUID(),
      month: null,
      paymentId: null,
      note,
    } as const;
    return this.fact('CreditsGranted', data, recording);
  }

  toppedUp(cents: number, paymentId = 'pi_1', recording?: Recording): Recorded {
    return this.fact('WalletToppedUp', { paymentId, sessionId: 'cs_1', cents, creditedCents: cents }, recording);
  }

  /** What a challenge brought once its winners were announced. */
  challengeShare(shareCents: number, prizeCents: number): Recorded {
    const sums = { cents: shareCents + prizeCents, shareCents, prizeCents };
    const challenge = { competitionId: randomUUID(), kind: 'poster', month: '2026-10', day: '2026-11-20' } as const;
    return this.fact('ChallengeShareGranted', { ...challenge, ...sums, entries: [] });
  }

  /** What a card paid for the printed products of an order and their delivery. */
  prints(cents: number, paymentId: string, orderId: string = randomUUID()): Recorded {
    return this.fact('PrintsPurchased', { orderId, paymentId, cents, purchasedAt: '2026-11-20T10:00:00.000Z' });
  }

  held(generationId: string, allowanceTenths: number, permanentTenths = 0): Recorded {
    const tenths = allowanceTenths + permanentTenths;
    const split = { tenths, allowanceTenths, permanentTenths };
    return this.fact('CreditsHeld', { generationId, fingerprint: 'f', ...split, images: 1, month: '2026-11' });
  }

  captured(generationId: string, tenths: number): Recorded {
    return this.fact('CreditsCaptured', { generationId, tenths, allowanceTenths: tenths, permanentTenths: 0 });
  }

  bought(data: Partial<DataOf<'ImagePurchased'>> = {}, recording?: Recording): Recorded {
    const purchaseId = data.purchaseId ?? randomUUID();
    const file = (what: string, width: number, height: number) => ({
      blob: digestOf(`${purchaseId} ${what}`),
      width,
      height,
    });
    return this.fact(
      'ImagePurchased',
      {
        purchaseId,
        generationId: randomUUID(),
        variantId: randomUUID(),
        sellerId: randomUUID(),
        size: '1K',
        method: 'credits',
        paymentId: null,
        priceVersion: 1,
        tenths: 50,
        allowanceTenths: 50,
        permanentTenths: 0,
        earningTenths: 0,
        cents: 0,
        curator: false,
        tier: 'free',
        image: {
          original: file('original', 2048, 1152),
          preview: file('preview', 1024, 576),
          thumbnail: file('thumbnail', 384, 216),
          thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
        },
        purchasedAt: '2026-11-20T10:00:00.000Z',
        ...data,
      },
      recording,
    );
  }
}
