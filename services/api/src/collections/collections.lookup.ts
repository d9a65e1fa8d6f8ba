import { collectionsStream } from '@easel/contracts/collections/stream';
import { ERASED } from '@easel/contracts/kernel/event';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { collections } from './collections.decider.ts';

/** Read-only door to a member's collections, straight from their stream. */
@Injectable()
export class CollectionsLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** What the member's collections are called, by their ids. */
  async namesOf(memberId: string): Promise<ReadonlyMap<string, string>> {
    const { state } = await this.runner.fold(collectionsStream.nameOf(memberId), collections);
    return new Map(Object.entries(state.kept).map(([id, name]) => [id, name === ERASED ? '' : name]));
  }

  /** Whether it is a collection of the member's, and not deleted. */
  async isOf(memberId: string, collectionId: string): Promise<boolean> {
    return (await this.namesOf(memberId)).has(collectionId);
  }
}
