import type { FavoriteFact } from '@easel/contracts/favorites/events';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import { columnValues, givenRows, put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markStreams } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import {
  type FavoriteRow,
  favorites as chosen,
  incomplete,
  type SightRow,
  sights,
  tables,
} from './favorites.tables.ts';

const TAKE_BACK = `
  delete from favorite using ${givenRows(chosen)}
  where (favorite.member_id, favorite.generation_id) = (given.member_id, given.generation_id)`;

const foldedSights = new FoldedTable(sights);

type Toggle = FavoriteRow & { isFavorite: boolean };

class FavoritesRows implements RowBatch {
  /** The last of each member and generation. */
  private readonly toggles = new Map<string, Toggle>();
  private readonly sights = foldedSights.batch();

  toggle(toggle: Toggle): void {
    this.toggles.set(`${toggle.member_id} ${toggle.generation_id}`, toggle);
  }

  begin(row: SightRow): void {
    this.sights.begin(row.generation_id, row);
  }

  /** Nothing of a generation that stands in no list, or was given up before it was requested. */
  change(generationId: string, changed: Partial<SightRow>): void {
    this.sights.change(generationId, (row) => row && { ...row, ...changed });
  }

  async write(sql: ClientBase): Promise<void> {
    const toggles = [...this.toggles.values()];
    await Promise.all([
      put(
        sql,
        chosen,
        toggles.filter(({ isFavorite }) => isFavorite),
      ),
      this.takeBack(
        sql,
        toggles.filter(({ isFavorite }) => !isFavorite),
      ),
      this.sights.flush(sql),
    ]);
  }

  private async takeBack(sql: ClientBase, rows: readonly FavoriteRow[]): Promise<void> {
    if (rows.length === 0) return;
    await sql.query({ name: 'take back favorites', text: TAKE_BACK, values: columnValues(chosen, rows) });
  }
}

/**
 * What members have taken to, and who may see it: what is hidden is kept, and shows again when it is to be seen again.
 */
export const favorites = projectorOf<FavoriteFact | GenerationFact, FavoritesRows>()({
  name: 'favorites',
  version: 1,
  categories: [favoritesStream.category, generationStream.category],
  tables,
  rows: () => new FavoritesRows(),
  on: {
    FavoriteToggled: ({ data: { memberId, generationId, isFavorite, toggledAt } }, rows) =>
      rows.toggle({ member_id: memberId, generation_id: generationId, chosen_at: toggledAt, isFavorite }),
    GenerationRequested: ({ data: { generationId, memberId, variantOf } }, rows) => {
      // What only makes a variant of another stands in no list.
      if (variantOf !== null) return;
      const unseen = { completed: false, deleted: false, is_public: false };
      rows.begin({ generation_id: generationId, member_id: memberId, ...unseen });
    },
    GenerationCompleted: ({ data }, rows) => rows.change(data.generationId, { completed: true }),
    GenerationAdopted: ({ data }, rows) => rows.change(data.generationId, { member_id: data.memberId }),
    MadePublic: ({ data }, rows) => rows.change(data.generationId, { is_public: true }),
    MadePrivate: ({ data }, rows) => rows.change(data.generationId, { is_public: false }),
    Deleted: ({ data }, rows) => rows.change(data.generationId, { deleted: true }),
    Restored: ({ data }, rows) => rows.change(data.generationId, { deleted: false }),
  },
  ignores: [
    'EntryTagged',
    'EntryUntagged',
    ...renderSteps,
    'VariantCreated',
    'GenerationFailed',
    'GenerationCancelled',
    'VariantAttached',
    'Saved',
    'Purged',
    'RemixDetached',
  ],
  markIncomplete: markStreams(incomplete, [favoritesStream, generationStream]),
});
