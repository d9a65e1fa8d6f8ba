import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { favorites } from './favorites.projector.ts';

export const favoritesModel = readModel(favorites);
const { schema } = favoritesModel;

const OWN = new Statement<{ ids: string[]; incomplete: boolean }>(
  'own favorites',
  `with chosen as materialized (
     select generation_id, chosen_at from ${schema}.favorite where member_id = $1::uuid
   )
   select
     array(
       select generation_id from chosen join ${schema}.sight using (generation_id)
       where completed and not deleted and (is_public or member_id = $1::uuid)
       order by chosen_at desc, generation_id
     ) as ids,
     exists (
       select from ${schema}.incomplete where id = $1::uuid or id in (select generation_id from chosen)
     ) as incomplete`,
);

/** Finds the generations that a member has chosen and may still see, the last chosen first. */
export async function ownFavorites(reads: Reads, memberId: string): Promise<{ ids: string[]; incomplete: boolean }> {
  const [found] = await OWN.run(reads, [memberId]);
  if (!found) throw new Error('a list without a row');
  return found;
}
