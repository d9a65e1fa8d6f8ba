import type { Generation } from '@easel/contracts/generation/http';
import type { LiveJob } from '@easel/contracts/generation/live';

/** A generation as the server tells of it. */
export const sampleGeneration = (changes: Partial<Generation> = {}): Generation => ({
  id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  original_prompt: 'A fox',
  created_at: '2026-11-21T12:00:00.000Z',
  status: 'queued',
  categories: [],
  isPublic: false,
  variant_count: 0,
  variants: [],
  metadata: {
    model_type: 'realism',
    aspect_ratio: 'widescreen_16_9',
    resolution: '1k',
    engine_type: 'automatic',
    style: 'auto',
    seed: 7,
    processing_time: null,
    filter_nsfw: true,
    image_dimensions: null,
    generation_parameters: { isTshirtDesign: false },
    file_format: 'png',
    creative_detailing: 33,
    safety_tolerance: 2,
    enhance_prompt: false,
    raw_mode: false,
    provider: 'procedural',
    website: 'easel.example',
  },
  ...changes,
});

export const sampleVariant = (id: string): Generation['variants'][number] => ({
  id,
  image_url: `/api/images/auth/${id}.webp`,
  thumbnail_url: `/api/images/auth/${id}-thumb.webp`,
  width: 1024,
  height: 576,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
});

/** A job as the live stream tells of it. */
export const sampleLiveJob = (changes: Partial<LiveJob> = {}): LiveJob => ({
  id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  status: 'queued',
  prompt: 'A fox',
  created_at: '2026-11-21T12:00:00.000Z',
  aspect_ratio: 'widescreen_16_9',
  resolution: '1k',
  count: 1,
  done: 0,
  progress: 0,
  position: 2,
  eta_ms: 9000,
  variant_of: null,
  failure: null,
  ...changes,
});
