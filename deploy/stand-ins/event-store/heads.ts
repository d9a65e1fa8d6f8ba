import { LRUCache } from 'lru-cache';
import type { Retention } from './retention.ts';

/** Where a stream ends: its last revision, from which position on it has events, and which of them are to be seen. */
export interface Head {
  /** -1 where the stream has no events, TOMBSTONE where it is deleted for ever. */
  revision: number;
  /** No event of the stream stands before this position; 1 where that is not known. */
  since: number;
  retention: Retention;
}

/**
 * The last revisions of streams, bounded, as the one writer knows them. What a commit in flight will make of them is
 * kept aside: pinned, because the database does not show it yet, and unpublished until the commit is known.
 */
export class Heads {
  #settled: LRUCache<string, Head>;
  #staged = new Map<string, { before: Head; after: Head }>();

  constructor(capacity: number) {
    this.#settled = new LRUCache({ max: capacity });
  }

  /** With what is staged: for the writer. Undefined: ask the database. */
  get(stream: string): Head | undefined {
    return this.#staged.get(stream)?.after ?? this.#settled.get(stream);
  }

  /** Without what is staged: for readers. */
  published(stream: string): Head | undefined {
    return this.#staged.get(stream)?.before ?? this.#settled.get(stream);
  }

  /** Takes what the database said; what is known already is newer. */
  learn(stream: string, head: Head): void {
    if (!this.get(stream)) this.#settled.set(stream, head);
  }

  stage(stream: string, before: Head, after: Head): void {
    const staged = this.#staged.get(stream);
    if (staged) staged.after = after;
    else this.#staged.set(stream, { before, after });
  }

  settle(): void {
    for (const [stream, { after }] of this.#staged) this.#settled.set(stream, after);
    this.#staged.clear();
  }

  clear(): void {
    this.#staged.clear();
    this.#settled.clear();
  }
}
