import { createHash, randomUUID } from 'node:crypto';
import type {
  GenerationEdit,
  GenerationFact,
  GenerationReference,
  GenerationSettings,
} from '@easel/contracts/generation/events';
import type { FailureReason } from '@easel/contracts/generation/policy';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { Recorder } from './recorded.ts';

type Cost = { micros: number; certainty: 'known' | 'perhaps' };

export const settings: GenerationSettings = {
  model: 'realism',
  engine: 'automatic',
  style: 'auto',
  aspectRatio: 'square_1_1',
  resolution: '2k',
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

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Facts of one generation, in the words of its life. */
export class GenerationStory {
  readonly generationId: string;
  private attempt = 0;
  private mark: { trial?: true } = {};

  /** `suffix`: the id's last digits, which draw the anchors of lists. */
  constructor(
    private readonly recorder: Recorder,
    readonly memberId: string,
    suffix = '',
  ) {
    this.generationId = randomUUID().slice(0, 36 - suffix.length) + suffix;
  }

  requested({
    prompt = 'A fox in the snow',
    at = '2026-11-20T10:00:00.000Z',
    variantOf = null,
    remixOf,
    batchId,
    negativePrompt = '',
    chosen = {},
    lettering,
    trial,
    provider = BUILT_IN,
    references,
    edit,
  }: {
    prompt?: string;
    at?: string;
    variantOf?: { generationId: string; variantId: string } | null;
    remixOf?: string;
    batchId?: string;
    negativePrompt?: string;
    chosen?: Partial<GenerationSettings>;
    lettering?: string;
    trial?: true;
    provider?: string;
    references?: GenerationReference[];
    edit?: GenerationEdit;
  } = {}): Recorded {
    this.mark = trial ? { trial } : {};
    return this.record({
      type: 'GenerationRequested',
      data: {
        ...this.ids,
        prompt,
        negativePrompt,
        ...(lettering !== undefined && { lettering }),
        settings: { ...settings, ...chosen },
        provider,
        tenths: 100,
        requestedAt: at,
        tier: 'free',
        variantOf,
        ...(remixOf !== undefined && { remixOf }),
        ...(batchId !== undefined && { batchId }),
        ...(references && { references }),
        ...(edit && { edit }),
        ...this.mark,
      },
    });
  }

  started(): Recorded {
    this.attempt += 1;
    const { attempt } = this;
    return this.record({
      type: 'RenderingStarted',
      data: { ...this.ids, attempt, worker: 'w1', leaseUntil: '2026-11-20T10:00:15.000Z' },
    });
  }

  extended(): Recorded {
    const { attempt } = this;
    return this.record({
      type: 'LeaseExtended',
      data: { ...this.ids, attempt, leaseUntil: '2026-11-20T10:00:30.000Z' },
    });
  }

  handedBack(): Recorded {
    const { attempt } = this;
    return this.record({
      type: 'RenderingHandedBack',
      data: { ...this.ids, attempt, reason: 'error', detail: 'lost' },
    });
  }

  drew(
    variantId: string,
    index = 0,
    {
      original = digestOf(`${variantId} original`),
      preview = digestOf(`${variantId} preview`),
      thumbnail = digestOf(`${variantId} thumbnail`),
      width = 2048,
      thumbhash = '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
      look,
      provider = BUILT_IN,
      ...finish
    }: {
      original?: string;
      preview?: string;
      thumbnail?: string;
      width?: number;
      thumbhash?: string;
      look?: string;
      provider?: string;
      revisedPrompt?: string;
      enlarged?: true;
    } = {},
  ): Recorded {
    return this.record({
      type: 'VariantCreated',
      data: {
        ...this.ids,
        variantId,
        index,
        attempt: this.attempt,
        format: 'png',
        original: { blob: original, bytes: 9000, width, height: (width * 3) / 4 },
        preview: { blob: preview, bytes: 900, width: 1024, height: 768 },
        thumbnail: { blob: thumbnail, bytes: 90, width: 384, height: 288 },
        thumbhash,
        ...(look !== undefined && { look }),
        seed: 7 + index,
        provider,
        ...finish,
      },
    });
  }

  completed({ processingMs = 2400, cost }: { processingMs?: number; cost?: Cost } = {}): Recorded {
    const { attempt } = this;
    return this.record({
      type: 'GenerationCompleted',
      data: { ...this.ids, attempt, processingMs, ...this.mark, ...(cost && { cost }) },
    });
  }

  failed(reason: FailureReason = 'render_failed', cost?: Cost): Recorded {
    const data = { ...this.ids, reason, detail: '', ...this.mark, ...(cost && { cost }) };
    return this.record({ type: 'GenerationFailed', data });
  }

  cancelled(cost?: Cost): Recorded {
    return this.record({ type: 'GenerationCancelled', data: { ...this.ids, ...this.mark, ...(cost && { cost }) } });
  }

  refused(reason: 'busy' | 'moderated'): Recorded {
    const { attempt } = this;
    const answer = { call: randomUUID(), reason, status: reason === 'busy' ? 429 : 400, detail: '' };
    return this.record({ type: 'ProviderCallRefused', data: { ...this.ids, attempt, ...answer } });
  }

  attached(source: string, variantId: string, { provider = BUILT_IN }: { provider?: string } = {}): Recorded {
    const image = (what: string) => ({ blob: digestOf(`${variantId} ${what}`), bytes: 90, width: 400, height: 300 });
    return this.record({
      type: 'VariantAttached',
      data: {
        ...this.ids,
        source,
        variantId,
        format: 'png',
        original: image('original'),
        preview: { ...image('preview'), width: 300, height: 225 },
        thumbnail: image('thumbnail'),
        thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
        seed: 8,
        provider,
      },
    });
  }

  saved(): Recorded {
    return this.record({ type: 'Saved', data: { ...this.ids } });
  }

  madePublic(publishedAt = '2026-11-20T10:30:00.000Z'): Recorded {
    return this.record({ type: 'MadePublic', data: { ...this.ids, publishedAt } });
  }

  madePrivate(): Recorded {
    return this.record({ type: 'MadePrivate', data: { ...this.ids } });
  }

  entryTagged(variantId: string, closesAt: string, names: { competitionId: string; entryId: string }): Recorded {
    const data = { ...this.ids, ...names, variantId, kind: 'poster', closesAt } as const;
    return this.record({ type: 'EntryTagged', data });
  }

  entryUntagged(names: { competitionId: string; entryId: string }): Recorded {
    const data = { ...this.ids, ...names, kind: 'poster', reason: 'withdrawn' } as const;
    return this.record({ type: 'EntryUntagged', data });
  }

  deleted(deletedAt = '2026-11-20T11:00:00.000Z'): Recorded {
    return this.record({ type: 'Deleted', data: { ...this.ids, deletedAt } });
  }

  /** From here on it is this member's. */
  adoptedBy(memberId: string, prompt = 'A fox in the snow'): Recorded {
    const { memberId: visitorId } = this;
    return this.record({ type: 'GenerationAdopted', data: { ...this.ids, memberId, visitorId, prompt } });
  }

  detachedFrom({ generationId: originalId }: GenerationStory): Recorded {
    return this.record({ type: 'RemixDetached', data: { ...this.ids, originalId } });
  }

  purged(): Recorded {
    return this.record({ type: 'Purged', data: { ...this.ids } });
  }

  restored(): Recorded {
    return this.record({ type: 'Restored', data: { ...this.ids } });
  }

  /** From the request to the end, with one image. */
  whole(request: Parameters<GenerationStory['requested']>[0] = {}, variantId: string = randomUUID()): Recorded[] {
    return [this.requested(request), this.started(), this.drew(variantId), this.completed()];
  }

  private get ids(): { generationId: string; memberId: string } {
    return { generationId: this.generationId, memberId: this.memberId };
  }

  private record(fact: GenerationFact): Recorded {
    return this.recorder.record(`generation-${this.generationId}`, fact);
  }
}

export const downloaded = (recorder: Recorder, memberId: string, generationId: string): Recorded =>
  recorder.record<TelemetryFact>('activity-2026-11-20', {
    type: 'ActivityTracked',
    data: { memberId, eventType: 'image_download', generationId, at: '2026-11-20T12:00:00.000Z' },
  });
