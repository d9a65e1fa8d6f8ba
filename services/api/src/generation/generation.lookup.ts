import type { GenerationFact, StoredImage } from '@easel/contracts/generation/events';
import type { Generation } from '@easel/contracts/generation/http';
import { imagePath } from '@easel/contracts/gallery/policy';
import type { GenerationStatus } from '@easel/contracts/generation/policy';
import { EventLog } from '@easel/kernel/event-log';
import { Injectable } from '@nestjs/common';

export const generationStream = (generationId: string): string => `generation-${generationId}`;

interface Variant {
  id: string;
  original: StoredImage;
  format: 'png' | 'jpg';
  thumbhash: string;
}

/** One generation with everything its stream says, deleted or not. */
export interface GenerationView {
  id: string;
  memberId: string;
  prompt: string;
  status: GenerationStatus;
  deleted: boolean;
  /** By index; complete only once the generation is. */
  variants: readonly Variant[];
  /** For the clients, as the gallery's read model would show it. */
  reply: Generation;
}

/** Read-only door to generations, straight from their streams: right at once, whatever the projections are doing. */
@Injectable()
export class GenerationLookup {
  constructor(private readonly log: EventLog) {}

  /** Undefined where none was requested under this id. */
  async find(generationId: string): Promise<GenerationView | undefined> {
    let view: GenerationView | undefined;
    for await (const fact of this.log.read<GenerationFact>(generationStream(generationId))) {
      view = fact.type === 'GenerationRequested' ? requested(fact) : view && follow(view, fact);
    }
    return view;
  }
}

function requested({ data }: Extract<GenerationFact, { type: 'GenerationRequested' }>): GenerationView {
  const { generationId: id, memberId, prompt, settings, provider, requestedAt } = data;
  return {
    id,
    memberId,
    prompt,
    status: 'queued',
    deleted: false,
    variants: [],
    reply: {
      id,
      original_prompt: prompt,
      created_at: requestedAt,
      status: 'queued',
      categories: [],
      isPublic: false,
      variant_count: 0,
      variants: [],
      metadata: {
        model_type: settings.model,
        aspect_ratio: settings.aspectRatio,
        resolution: settings.resolution,
        engine_type: settings.engine,
        style: settings.style,
        seed: settings.seed,
        processing_time: null,
        filter_nsfw: settings.filterNsfw,
        image_dimensions: null,
        generation_parameters: { isTshirtDesign: settings.isTshirtDesign },
        file_format: settings.outputFormat,
        creative_detailing: settings.creativeDetailing,
        provider,
      },
    },
  };
}

function follow(view: GenerationView, fact: GenerationFact): GenerationView {
  switch (fact.type) {
    case 'RenderingStarted':
      return withStatus({ ...view, variants: [] }, 'processing');
    case 'RenderingHandedBack':
      return withStatus({ ...view, variants: [] }, 'queued');
    case 'VariantCreated': {
      const variants = [...view.variants];
      const { variantId, original, format, thumbhash, index } = fact.data;
      variants[index] = { id: variantId, original, format, thumbhash };
      return { ...view, variants };
    }
    case 'GenerationCompleted':
      return completed(view, fact.data.processingMs);
    case 'GenerationFailed':
      return withStatus(view, 'failed');
    case 'GenerationCancelled':
      return withStatus(view, 'cancelled');
    case 'Deleted':
      return { ...view, deleted: true };
    case 'Restored':
      return { ...view, deleted: false };
    case 'GenerationRequested':
    case 'LeaseExtended':
      return view;
  }
}

const withStatus = (view: GenerationView, status: GenerationStatus): GenerationView => ({
  ...view,
  status,
  reply: { ...view.reply, status },
});

function completed(view: GenerationView, processingMs: number): GenerationView {
  const { isPublic } = view.reply;
  const first = view.variants[0]?.original;
  const done = withStatus(view, 'completed');
  return {
    ...done,
    reply: {
      ...done.reply,
      variant_count: view.variants.length,
      variants: view.variants.map(({ id, original: { width, height }, thumbhash }) => ({
        id,
        image_url: imagePath(id, { isPublic }),
        thumbnail_url: imagePath(id, { isPublic, thumbnail: true }),
        width,
        height,
        thumbhash,
      })),
      metadata: {
        ...done.reply.metadata,
        processing_time: processingMs,
        image_dimensions: first ? { width: first.width, height: first.height } : null,
      },
    },
  };
}
