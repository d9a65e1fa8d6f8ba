import type { GenerationSettings } from '@easel/contracts/generation/events';
import type { Generation } from '@easel/contracts/generation/http';
import { generationStream } from '@easel/contracts/generation/stream';
import {
  imagesOf,
  isRequested,
  replyOf,
  type GeneratedImage,
  type GenerationView,
  type RequestedGeneration,
} from '@easel/contracts/generation/view';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { generation } from './generation.decider.ts';

/** One generation that was requested, deleted or not: what its owner, its buyers and its downloads are told of. */
export interface FoundGeneration extends Pick<
  RequestedGeneration,
  | 'id'
  | 'memberId'
  | 'status'
  | 'failure'
  | 'prompt'
  | 'negativePrompt'
  | 'lettering'
  | 'settings'
  | 'requestedAt'
  | 'variantOf'
  | 'remixOf'
  | 'entry'
  | 'detachedFrom'
  | 'batchId'
  | 'categories'
  | 'isPublic'
  | 'deletedAt'
  | 'purged'
  | 'trial'
  | 'references'
  | 'edit'
> {
  /** Those that came with it by index, then those attached later; none before it is complete. */
  variants: readonly GeneratedImage[];
  /** For its owner, as the gallery's read model would show it. */
  reply: Generation;
}

/** Read-only door to generations, straight from their streams: right at once, whatever the projections are doing. */
@Injectable()
export class GenerationLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** Undefined where none was requested under this id. */
  async find(generationId: string): Promise<FoundGeneration | undefined> {
    const { state } = await this.runner.fold(generationStream.nameOf(generationId), generation);
    return isRequested(state) ? { ...state, variants: imagesOf(state), reply: replyOf(state) } : undefined;
  }

  /** The settings that an image was made with: those of its own generation where it was attached later. */
  async settingsOf(generationId: string, variantId: string): Promise<GenerationSettings | undefined> {
    const { state } = await this.runner.fold(generationStream.nameOf(generationId), generation);
    if (!isRequested(state)) return undefined;
    const source = Object.entries(state.attached).find(([_source, image]) => image.variantId === variantId)?.[0];
    return source === undefined ? state.settings : (await this.find(source))?.settings;
  }

  /** How far one is that was promised; `none` while it was neither requested nor given up. */
  async statusOf(generationId: string): Promise<GenerationView['status']> {
    const { state } = await this.runner.fold(generationStream.nameOf(generationId), generation);
    return state.status;
  }

  /** One that its members can see: requested, not deleted, and no mere variant of another. */
  async findListed(generationId: string): Promise<FoundGeneration | undefined> {
    const found = await this.find(generationId);
    return found && isListed(found) ? found : undefined;
  }
}

/** Whether its members can see it: not deleted, and no mere variant of another. */
export const isListed = ({ deletedAt, variantOf }: Pick<FoundGeneration, 'deletedAt' | 'variantOf'>): boolean =>
  deletedAt === null && variantOf === null;
