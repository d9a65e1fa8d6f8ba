import type { FavoriteFact } from '@easel/contracts/favorites/events';
import { favoritesStream } from '@easel/contracts/favorites/stream';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { ClientBase } from 'pg';
import type { Projector, RowBatch } from '../kernel/projector.ts';
import { columnsOf, columnValues, givenRows } from '../kernel/table.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { type FavoriteRow, favorites as shape, type SightRow, sights, tables } from './favorites.tables.ts';

const columns = columnsOf(shape).join(', ');
const CHOOSE = `
  insert into favorite (${columns}) select ${columns} from ${givenRows(shape)}
  on conflict (member_id, generation_id) do update set chosen_at = excluded.chosen_at`;
const TAKE_BACK = `
  delete from favorite using ${givenRows(shape)}
  where (favorite.member_id, favorite.generation_id) = (given.member_id, given.generation_id)`;

type Toggle = FavoriteRow & { isFavorite: boolean };

class FavoritesRows implements RowBatch {
  /** The last of each member and generation. */
  private readonly toggles = new Map<string, Toggle>();
  private readonly sights = sights.batch();

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
      this.send(
        sql,
        CHOOSE,
        'choose favorites',
        toggles.filter(({ isFavorite }) => isFavorite),
      ),
      this.send(
        sql,
        TAKE_BACK,
        'take back favorites',
        toggles.filter(({ isFavorite }) => !isFavorite),
      ),
      this.sights.fold(sql).then((changes) => this.sights.write(sql, changes)),
    ]);
  }

  private async send(sql: ClientBase, text: string, name: string, rows: readonly FavoriteRow[]): Promise<void> {
    if (rows.length > 0) await sql.query({ name, text, values: columnValues(shape, rows) });
  }
}

/** What members have taken to, and who may see it: what is hidden is kept, and shows again when it is to be seen again. */
export const favorites: Projector<FavoriteFact | GenerationFact, FavoritesRows> = {
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
    MadePublic: ({ data }, rows) => rows.change(data.generationId, { is_public: true }),
    MadePrivate: ({ data }, rows) => rows.change(data.generationId, { is_public: false }),
    Deleted: ({ data }, rows) => rows.change(data.generationId, { deleted: true }),
    Restored: ({ data }, rows) => rows.change(data.generationId, { deleted: false }),
    RenderingStarted: () => undefined,
    LeaseExtended: () => undefined,
    RenderingHandedBack: () => undefined,
    VariantCreated: () => undefined,
    GenerationFailed: () => undefined,
    GenerationCancelled: () => undefined,
    VariantAttached: () => undefined,
    Saved: () => undefined,
    Purged: () => undefined,
  },
  async markIncomplete(sql, partitions, incomplete) {
    const ids = partitions.map((stream) =>
      (favoritesStream.has(stream) ? favoritesStream : generationStream).idOf(stream),
    );
    await sql.query(
      incomplete
        ? 'insert into incomplete (id) select unnest($1::uuid[]) on conflict do nothing'
        : 'delete from incomplete where id = any($1::uuid[])',
      [uuidsOf(ids)],
    );
  },
};
