import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadStream } from '@easel/contracts/uploads/stream';
import type { ClientBase } from 'pg';
import { FoldedTable } from '../kernel/folded-rows.ts';
import { markStreams } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { incomplete, tables, type UploadRow, uploads as uploadTable } from './uploads.tables.ts';

const foldedUploads = new FoldedTable(uploadTable);

class UploadRows implements RowBatch {
  private readonly rows = foldedUploads.batch();

  begin(row: UploadRow): void {
    this.rows.begin(row.id, row);
  }

  /** Does nothing for masks, which have no row. */
  remove(id: string): void {
    this.rows.change(id, () => undefined);
  }

  async write(sql: ClientBase): Promise<void> {
    await this.rows.flush(sql);
  }
}

/** Lists each member's uploads for their page. */
export const uploads = projectorOf<UploadFact, UploadRows>()({
  name: 'uploads',
  version: 1,
  categories: [uploadStream.category],
  tables,
  rows: () => new UploadRows(),
  on: {
    PictureUploaded: ({ data: { uploadId, memberId, purpose, fileName, original, thumbhash, uploadedAt } }, rows) => {
      if (purpose === 'mask') return;
      rows.begin({
        id: uploadId,
        member_id: memberId,
        file_name: fileName,
        width: original.width,
        height: original.height,
        thumbhash,
        uploaded_at: uploadedAt,
      });
    },
    UploadDeleted: ({ data }, rows) => rows.remove(data.uploadId),
  },
  ignores: [],
  markIncomplete: markStreams(incomplete, [uploadStream]),
});
