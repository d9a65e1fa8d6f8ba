import { uploadAddress } from '@easel/contracts/uploads/addresses';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { uploads } from './uploads.projector.ts';

export const uploadsModel = readModel(uploads);
const { schema } = uploadsModel;

const ANY_ID = '{id}';
const addressOf = (size: 'preview' | 'thumbnail'): string =>
  `replace('${uploadAddress(ANY_ID, size)}', '${ANY_ID}', id::text)`;

const PAGE = new Statement<{ json: string; incomplete: boolean }>(
  'own uploads',
  `with own as materialized (select count(*)::int as total from ${schema}.upload where member_id = $1::uuid),
   page as (
     select id, file_name, width, height, thumbhash, ${addressOf('preview')} as preview_url,
       ${addressOf('thumbnail')} as thumbnail_url,
       to_char(uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as uploaded_at
     from ${schema}.upload where member_id = $1::uuid
     order by upload.uploaded_at desc, id desc offset ($2::int - 1) * $3::int limit $3::int
   )
   select
     json_build_object(
       'success', true,
       'uploads', coalesce((select json_agg(page) from page), '[]'),
       'pagination', json_build_object(
         'page', $2::int, 'limit', $3::int, 'pages', ceil(total / $3::numeric)::int, 'total', total
       )
     )::text as json,
     exists (select from ${schema}.incomplete where member_id = $1::uuid) as incomplete
   from own`,
);

/** Answers a page of a member's uploads, newest first. */
export async function ownUploads(
  reads: Reads,
  memberId: string,
  { page, limit }: { page: number; limit: number },
): Promise<JsonReply> {
  const [found] = await PAGE.run(reads, [memberId, page, limit]);
  if (!found) throw new Error('the uploads query returned no row');
  return found;
}
