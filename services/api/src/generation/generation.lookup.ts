import type { GenerationFact, GenerationSettings } from '@easel/contracts/generation/events';
import type { Generation } from '@easel/contracts/generation/http';
import { imagePath, PUBLIC_CATEGORY, SAVED_CATEGORY } from '@easel/contracts/gallery/policy';
import type { GenerationStatus } from '@easel/contracts/generation/policy';
import { generationStream } from '@easel/contracts/generation/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import type { AttachedVariant, VariantOf } from './generation.decider.ts';

export type Variant = Omit<AttachedVariant, 'source'>;

interface Told {
  id: string;
  memberId: string;
  prompt: string;
  negativePrompt: string;
  settings: GenerationSettings;
  provider: string;
  requestedAt: string;
  status: GenerationStatus;
  failure: 'abandoned' | 'render_failed' | 'rejected' | 'no_room' | null;
  processingMs: number | null;
  deletedAt: string | null;
  isPublic: boolean;
  categories: readonly string[];
  /** Set where it only makes a variant of another, and so is nothing that anybody lists. */
  variantOf: VariantOf | null;
  /** By index, those that were attached later behind the others; complete only once the generation is. */
  variants: readonly Variant[];
}

/** One generation with everything its stream says, deleted or not. */
export interface GenerationView extends Told {
  /** For its owner, as the gallery's read model would show it. */
  reply: Generation;
}

/** Read-only door to generations, straight from their streams: right at once, whatever the projections are doing. */
@Injectable()
export class GenerationLookup {
  constructor(private readonly log: EventLog) {}

  /** Undefined where none was requested under this id. */
  async find(generationId: string): Promise<GenerationView | undefined> {
    let told: Told | undefined;
    for await (const fact of this.log.read<GenerationFact>(generationStream.nameOf(generationId))) {
      told = fact.type === 'GenerationRequested' ? requested(fact) : told && follow(told, fact);
    }
    return told && { ...told, reply: shown(told) };
  }

  /** One that its members can see: requested, not deleted, and no mere variant of another. */
  async findListed(generationId: string): Promise<GenerationView | undefined> {
    const view = await this.find(generationId);
    return view && view.deletedAt === null && view.variantOf === null ? view : undefined;
  }
}

function requested({ data }: Extract<GenerationFact, { type: 'GenerationRequested' }>): Told {
  const { generationId: id, tenths: _tenths, tier: _tier, ...asked } = data;
  return {
    ...asked,
    id,
    status: 'queued',
    failure: null,
    processingMs: null,
    deletedAt: null,
    isPublic: false,
    categories: [],
    variants: [],
  };
}

function follow(told: Told, fact: GenerationFact): Told {
  switch (fact.type) {
    case 'RenderingStarted':
      return { ...told, variants: [], status: 'processing' };
    case 'RenderingHandedBack':
      return { ...told, variants: [], status: 'queued' };
    case 'VariantCreated': {
      const variants = [...told.variants];
      variants[fact.data.index] = variantIn(fact.data);
      return { ...told, variants };
    }
    case 'GenerationCompleted':
      return { ...told, status: 'completed', processingMs: fact.data.processingMs };
    case 'GenerationFailed':
      return { ...told, status: 'failed', failure: fact.data.reason };
    case 'GenerationCancelled':
      return { ...told, status: 'cancelled' };
    case 'VariantAttached':
      return { ...told, variants: [...told.variants, variantIn(fact.data)] };
    case 'Saved':
      return { ...told, categories: [...told.categories, SAVED_CATEGORY] };
    case 'MadePublic':
      return { ...told, isPublic: true, categories: [...told.categories, PUBLIC_CATEGORY] };
    case 'MadePrivate':
      return {
        ...told,
        isPublic: false,
        categories: told.categories.filter((category) => category !== PUBLIC_CATEGORY),
      };
    case 'Deleted':
      return { ...told, deletedAt: fact.data.deletedAt };
    case 'Restored':
      return { ...told, deletedAt: null };
    case 'GenerationRequested':
    case 'LeaseExtended':
    case 'Purged':
      return told;
  }
}

function variantIn({ variantId, format, original, preview, thumbnail, thumbhash, seed, provider }: Variant): Variant {
  return { variantId, format, original, preview, thumbnail, thumbhash, seed, provider };
}

function shown(told: Told): Generation {
  const { id, settings, isPublic, status } = told;
  const variants = status === 'completed' ? told.variants : [];
  const first = variants[0]?.original;
  return {
    id,
    original_prompt: told.prompt,
    created_at: told.requestedAt,
    status,
    categories: [...told.categories],
    isPublic,
    variant_count: variants.length,
    variants: variants.map(({ variantId, original: { width, height }, thumbhash }) => ({
      id: variantId,
      image_url: imagePath(variantId, { isPublic }),
      thumbnail_url: imagePath(variantId, { isPublic, thumbnail: true }),
      width,
      height,
      thumbhash,
    })),
    metadata: {
      model_type: settings.model,
      aspect_ratio: settings.aspectRatio,
      resolution: settings.resolution,
      engine_type: settings.engine,
      style: settings.style,
      seed: settings.seed,
      processing_time: told.processingMs,
      filter_nsfw: settings.filterNsfw,
      image_dimensions: first ? { width: first.width, height: first.height } : null,
      generation_parameters: { isTshirtDesign: settings.isTshirtDesign },
      file_format: settings.outputFormat,
      creative_detailing: settings.creativeDetailing,
      safety_tolerance: settings.safetyTolerance,
      enhance_prompt: settings.enhancePrompt,
      raw_mode: settings.rawMode,
      negative_prompt: told.negativePrompt,
      provider: told.provider,
    },
    failure: told.failure,
    ...(told.deletedAt !== null && { deleted_at: told.deletedAt }),
  };
}
