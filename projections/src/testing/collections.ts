import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { collectedStream, collectionsStream } from '@easel/contracts/collections/stream';
import type { CollectedFact, CollectionFact } from '@easel/contracts/collections/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ShareFact } from '@easel/contracts/shares/events';
import { sharesStream } from '@easel/contracts/shares/stream';
import type { GenerationStory } from './generations.ts';
import type { Recorder } from './recorded.ts';

const at = '2026-11-20T10:00:00.000Z';

/** Facts of one collection, in the words of its life. */
export class CollectionStory {
  readonly collectionId = randomUUID();

  constructor(
    private readonly recorder: Recorder,
    readonly memberId: string,
  ) {}

  made(name = 'Foxes', madeAt = at): Recorded {
    return this.ofMember({ type: 'CollectionMade', data: { ...this.ids, name, madeAt } });
  }

  renamed(name: string): Recorded {
    return this.ofMember({ type: 'CollectionRenamed', data: { ...this.ids, name } });
  }

  deleted(): Recorded {
    return this.ofMember({ type: 'CollectionDeleted', data: { ...this.ids, deletedAt: at } });
  }

  collected(stories: readonly GenerationStory[], collectedAt = at): Recorded {
    const generationIds = stories.map(({ generationId }) => generationId);
    return this.inside({ type: 'PicturesCollected', data: { ...this.ids, generationIds, collectedAt } });
  }

  tookOut(...stories: readonly GenerationStory[]): Recorded {
    const generationIds = stories.map(({ generationId }) => generationId);
    return this.inside({ type: 'PicturesTakenOut', data: { ...this.ids, generationIds, reason: 'choice' } });
  }

  private get ids() {
    return { memberId: this.memberId, collectionId: this.collectionId };
  }

  private ofMember(fact: CollectionFact): Recorded {
    return this.recorder.record(collectionsStream.nameOf(this.memberId), fact);
  }

  private inside(fact: CollectedFact): Recorded {
    return this.recorder.record(collectedStream.nameOf(this.collectionId), fact);
  }
}

/** Facts of one link; it works in every test's time unless it is said until when. */
export class ShareStory {
  readonly shareId = randomUUID();
  readonly token = randomBytes(32).toString('base64url');
  readonly tokenDigest = createHash('sha256').update(this.token).digest('hex');

  constructor(
    private readonly recorder: Recorder,
    readonly of: CollectionStory | GenerationStory,
  ) {}

  made(expiresAt = '2999-01-01T00:00:00.000Z'): Recorded {
    const { shareId, tokenDigest } = this;
    const { memberId } = this.of;
    const shown =
      'collectionId' in this.of
        ? ({ kind: 'collection', collectionId: this.of.collectionId } as const)
        : ({ kind: 'picture', generationId: this.of.generationId } as const);
    return this.record({
      type: 'ShareLinkMade',
      data: { memberId, shareId, shown, tokenDigest, madeAt: at, expiresAt },
    });
  }

  revoked(): Recorded {
    const { shareId } = this;
    return this.record({
      type: 'ShareLinkRevoked',
      data: { memberId: this.of.memberId, shareId, reason: 'choice', revokedAt: at },
    });
  }

  private record(fact: ShareFact): Recorded {
    return this.recorder.record(sharesStream.nameOf(this.of.memberId), fact);
  }
}
