import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Generation } from '@easel/contracts/generation/http';
import {
  evolveGeneration,
  isRequested,
  replyOf,
  unrequested,
  type GenerationView,
} from '@easel/contracts/generation/view';
import { LRUCache } from 'lru-cache';

/**
 * Open generations as their facts have made them since they were requested, so that what came of one can be sent with
 * the news of its end. One that was requested before this process listened is not known here.
 */
export class Cards {
  private readonly views: LRUCache<string, GenerationView>;

  constructor(max: number) {
    this.views = new LRUCache({ max });
  }

  note(fact: GenerationFact): void {
    const { generationId: id } = fact.data;
    const view = fact.type === 'GenerationRequested' ? unrequested : this.views.get(id);
    if (view) this.views.set(id, evolveGeneration(view, fact));
  }

  /** What its owner reads of it; undefined where its beginning was not heard, or it is a mere variant of another. */
  of(id: string): Generation | undefined {
    const view = this.views.get(id);
    return view && isRequested(view) && view.variantOf === null ? replyOf(view) : undefined;
  }

  /** What it will show in a moment; undefined until the last of its images is drawn, and where `of` knows nothing. */
  picturesOf(id: string): Generation['variants'] | undefined {
    const view = this.views.get(id);
    if (!view || !isRequested(view) || view.variantOf !== null) return undefined;
    if (Object.keys(view.drawn).length < view.settings.count) return undefined;
    return replyOf({ ...view, status: 'completed' }).variants;
  }

  forget(id: string): void {
    this.views.delete(id);
  }
}
