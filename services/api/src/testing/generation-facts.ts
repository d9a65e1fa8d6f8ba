import { randomUUID } from 'node:crypto';
import type { Tier } from '@easel/contracts/account/policy';
import type { GenerationFact, GenerationSettings } from '@easel/contracts/generation/events';
import type { GenerationView } from '@easel/contracts/generation/view';
import type { Recorded } from '@easel/contracts/kernel/event';

const settings: GenerationSettings = {
  model: 'auto',
  engine: 'automatic',
  style: 'auto',
  aspectRatio: 'square_1_1',
  resolution: '1k',
  outputFormat: 'png',
  seed: 7,
  count: 1,
  safetyTolerance: 2,
  enhancePrompt: false,
  rawMode: false,
  creativeDetailing: 33,
  filterNsfw: true,
  isTshirtDesign: false,
};

export interface RequestedAs {
  generationId?: string;
  memberId?: string;
  tier?: Tier;
  prompt?: string;
  settings?: Partial<GenerationSettings>;
  trial?: true;
}

export const requestedFact = ({
  generationId = randomUUID(),
  memberId = randomUUID(),
  tier = 'free',
  prompt = 'a lake',
  settings: chosen = {},
  trial,
}: RequestedAs): Extract<GenerationFact, { type: 'GenerationRequested' }> => ({
  type: 'GenerationRequested',
  data: {
    generationId,
    memberId,
    prompt,
    negativePrompt: '',
    settings: { ...settings, ...chosen },
    provider: 'procedural',
    tenths: 50,
    requestedAt: '2026-11-20T10:00:00.000Z',
    tier,
    variantOf: null,
    ...(trial && { trial }),
  },
});

/** An entry of a challenge as a generation has it: open for a day, unless said otherwise. */
export const entryOf = (variantId: string, closesAt = new Date(Date.now() + 86_400_000)): GenerationView['entry'] => ({
  variantId,
  competitionId: randomUUID(),
  entryId: randomUUID(),
  kind: 'poster',
  closesAt: closesAt.toISOString(),
});

const variant = { blob: 'ab'.repeat(32), bytes: 9, width: 4, height: 4 };

/** What a render worker says of one generation, in the words of the facts. */
export class Render {
  attempt = 0;

  constructor(private readonly ids: { generationId: string; memberId: string }) {}

  started(leaseUntil: Date): GenerationFact {
    this.attempt += 1;
    const { ids, attempt } = this;
    return {
      type: 'RenderingStarted',
      data: { ...ids, attempt, worker: 'w', leaseUntil: leaseUntil.toISOString() },
    };
  }

  stored(index = 0): GenerationFact {
    const { ids, attempt } = this;
    return {
      type: 'VariantCreated',
      data: {
        ...ids,
        variantId: randomUUID(),
        index,
        attempt,
        format: 'png',
        original: variant,
        preview: variant,
        thumbnail: variant,
        thumbhash: 'AAAA',
        seed: 7,
        provider: 'procedural',
      },
    };
  }

  handedBack(reason: 'drained' | 'error'): GenerationFact {
    return { type: 'RenderingHandedBack', data: { ...this.ids, attempt: this.attempt, reason, detail: '' } };
  }

  completed(processingMs = 800): GenerationFact {
    return { type: 'GenerationCompleted', data: { ...this.ids, attempt: this.attempt, processingMs } };
  }

  failed(): GenerationFact {
    return { type: 'GenerationFailed', data: { ...this.ids, reason: 'render_failed', detail: '' } };
  }

  cancelled(): GenerationFact {
    return { type: 'GenerationCancelled', data: this.ids };
  }
}

/** Facts as a log would give them, one behind the other. */
export class Recorder {
  private position = 0n;

  constructor(public now = new Date('2026-11-20T10:00:00.000Z')) {}

  record<F extends GenerationFact>(fact: F): Recorded<F> {
    this.position += 10n;
    return {
      ...fact,
      id: randomUUID(),
      stream: `generation-${fact.data.generationId}`,
      revision: 0,
      position: this.position,
      recordedAt: this.now,
      metadata: { $correlationId: 'c', actor: { kind: 'system', id: 's' }, schemaVersion: 1 },
    };
  }
}
