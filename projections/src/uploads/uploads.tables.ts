import { column, type RowOf, table } from '@easel/kernel/database/table';

/** Uploads that are not deleted, without masks. */
export const uploads = table(
  'upload',
  {
    id: column.uuid,
    member_id: column.uuid,
    /** Personal data: deleted together with the upload. */
    file_name: column.text,
    width: column.int,
    height: column.int,
    thumbhash: column.text,
    uploaded_at: column.timestamptz,
  },
  { key: ['id'], indexes: ['(member_id, uploaded_at desc, id desc)'] },
);
export type UploadRow = RowOf<typeof uploads>;

/** Members with parked events. */
export const incomplete = table('incomplete', { member_id: column.uuid }, { key: ['member_id'] });

export const tables = [uploads, incomplete] as const;
