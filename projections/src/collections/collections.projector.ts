import type { CollectedFact, CollectionFact } from '@easel/contracts/collections/events';
import { collectedStream, collectionsStream } from '@easel/contracts/collections/stream';
import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import { memberChanges, type MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { ShareFact } from '@easel/contracts/shares/events';
import { sharesStream } from '@easel/contracts/shares/stream';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import { columnValues, givenRows, put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markStreams } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import {
  type CollectionRow,
  collections as collectionTable,
  incomplete,
  type PlacementRow,
  placements,
  type ShareRow,
  shares as shareTable,
  tables,
  trashed,
} from './collections.tables.ts';

const EMPTY = 'delete from placement where collection_id = any($1::uuid[])';
const TAKE_OUT = `
  delete from placement using ${givenRows(placements)}
  where (placement.collection_id, placement.generation_id) = (given.collection_id, given.generation_id)`;
const ERASE = [
  'delete from placement where collection_id in (select id from collection where member_id = any($1::uuid[]))',
  'delete from collection where member_id = any($1::uuid[])',
  'delete from share where member_id = any($1::uuid[])',
];
const RESTORE = 'delete from trashed where generation_id = any($1::uuid[])';

const foldedCollections = new FoldedTable(collectionTable);
const foldedShares = new FoldedTable(shareTable);

/** What does not count of a placement that is taken back. */
const NEVER = { collected_at: new Date(0).toISOString(), place: 0 };

class CollectionsRows implements RowBatch {
  private readonly collections = foldedCollections.batch();
  private readonly shares = foldedShares.batch();
  /** Collections whose pictures from before this batch no longer count. */
  private readonly emptied = new Set<string>();
  /** The last word on each picture of a collection. */
  private readonly placed = new Map<string, { row: PlacementRow; isIn: boolean }>();
  private readonly inTrash = new Map<string, boolean>();
  private readonly erased: string[] = [];

  begin(row: CollectionRow): void {
    this.collections.begin(row.id, row);
  }

  /** Nothing of one that was deleted meanwhile. */
  change(id: string, changed: Partial<CollectionRow>): void {
    this.collections.change(id, (row) => row && { ...row, ...changed });
  }

  remove(id: string): void {
    this.collections.change(id, () => undefined);
    for (const [key, { row }] of this.placed) if (row.collection_id === id) this.placed.delete(key);
    this.emptied.add(id);
  }

  place(row: PlacementRow, isIn: boolean): void {
    this.placed.set(`${row.collection_id} ${row.generation_id}`, { row, isIn });
  }

  trash(generationId: string, isInTrash: boolean): void {
    this.inTrash.set(generationId, isInTrash);
  }

  share(row: ShareRow): void {
    this.shares.begin(row.id, row);
  }

  endShare(id: string): void {
    this.shares.change(id, () => undefined);
  }

  /** Nothing comes after it: whoever is erased makes nothing more. */
  erase(memberId: string): void {
    this.erased.push(memberId);
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([
      this.collections.flush(sql),
      this.shares.flush(sql),
      this.writePlacements(sql),
      this.writeTrash(sql),
    ]);
    if (this.erased.length > 0) for (const text of ERASE) await sql.query(text, [arrayLiteral(this.erased)]);
  }

  private async writePlacements(sql: ClientBase): Promise<void> {
    if (this.emptied.size > 0) {
      await sql.query({ name: 'empty collections', text: EMPTY, values: [arrayLiteral([...this.emptied])] });
    }
    const said = [...this.placed.values()];
    const rowsThat = (are: boolean): PlacementRow[] => said.flatMap(({ row, isIn }) => (isIn === are ? [row] : []));
    const out = rowsThat(false);
    if (out.length > 0) {
      await sql.query({ name: 'take pictures out', text: TAKE_OUT, values: columnValues(placements, out) });
    }
    await put(sql, placements, rowsThat(true));
  }

  private async writeTrash(sql: ClientBase): Promise<void> {
    const idsThat = (are: boolean): string[] => [...this.inTrash].flatMap(([id, isIn]) => (isIn === are ? [id] : []));
    const restored = idsThat(false);
    if (restored.length > 0) {
      await sql.query({ name: 'restore pictures', text: RESTORE, values: [arrayLiteral(restored)] });
    }
    await put(
      sql,
      trashed,
      idsThat(true).map((id) => ({ generation_id: id })),
    );
  }
}

/** Members' collections with what is in them, and the links by which they are shown to others. */
export const collections = projectorOf<
  CollectionFact | CollectedFact | ShareFact | GenerationFact | MemberFact,
  CollectionsRows
>()({
  name: 'collections',
  version: 1,
  categories: [
    collectionsStream.category,
    collectedStream.category,
    sharesStream.category,
    generationStream.category,
    memberStream.category,
  ],
  tables,
  rows: () => new CollectionsRows(),
  on: {
    CollectionMade: ({ data: { collectionId, memberId, name, madeAt } }, rows) =>
      rows.begin({ id: collectionId, member_id: memberId, name, made_at: madeAt, added_at: madeAt }),
    CollectionRenamed: ({ data: { collectionId, name } }, rows) => rows.change(collectionId, { name }),
    CollectionDeleted: ({ data: { collectionId } }, rows) => rows.remove(collectionId),
    PicturesCollected: ({ data: { collectionId, generationIds, collectedAt } }, rows) => {
      rows.change(collectionId, { added_at: collectedAt });
      for (const [place, generationId] of generationIds.entries()) {
        rows.place(
          { collection_id: collectionId, generation_id: generationId, collected_at: collectedAt, place },
          true,
        );
      }
    },
    PicturesTakenOut: ({ data: { collectionId, generationIds } }, rows) => {
      for (const generationId of generationIds) {
        rows.place({ collection_id: collectionId, generation_id: generationId, ...NEVER }, false);
      }
    },
    ShareLinkMade: ({ data: { shareId, memberId, shown, tokenDigest, expiresAt } }, rows) =>
      rows.share({
        id: shareId,
        member_id: memberId,
        token_digest: tokenDigest,
        collection_id: shown.kind === 'collection' ? shown.collectionId : null,
        generation_id: shown.kind === 'picture' ? shown.generationId : null,
        expires_at: expiresAt,
      }),
    ShareLinkRevoked: ({ data: { shareId } }, rows) => rows.endShare(shareId),
    Deleted: ({ data: { generationId } }, rows) => rows.trash(generationId, true),
    Restored: ({ data: { generationId } }, rows) => rows.trash(generationId, false),
    MemberErased: ({ data: { memberId } }, rows) => rows.erase(memberId),
  },
  ignores: [
    'EntryTagged',
    'EntryUntagged',
    'PictureLost',
    'GenerationRequested',
    ...renderSteps,
    'VariantCreated',
    'GenerationCompleted',
    'GenerationFailed',
    'GenerationCancelled',
    'VariantAttached',
    'GenerationAdopted',
    'Saved',
    'MadePublic',
    'MadePrivate',
    'Purged',
    'RemixDetached',
    'MemberRegistered',
    ...memberChanges,
  ],
  markIncomplete: markStreams(incomplete, [collectionsStream, collectedStream, sharesStream, generationStream]),
});
