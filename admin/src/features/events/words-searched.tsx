import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { formatCount } from '../../ui/money.tsx';
import type { WalkedFilters } from '../../ui/walked-filters.ts';
import { type Facets, useFacets } from './facets.ts';

/** Words that are shown at first. */
const FEW = 6;

/** Names the words that a search also found, and where it does not look. */
export default function WordsSearched() {
  const filters = useListContext().filterValues as WalkedFilters;
  const { data } = useFacets(filters);
  if (!data) return null;
  return (
    <Typography component="div" variant="body2" color="text.secondary" role="note" sx={{ px: 2, py: 1 }}>
      {data.words.map((one) => (
        <Word key={one.word} one={one} />
      ))}
      Looked for in types, ids and what the facts say in the open. What is personal is sealed, and is not found by its
      words.
    </Typography>
  );
}

function Word({ one: { word, within, more } }: { one: Facets['words'][number] }) {
  const [isWhole, setWhole] = useState(false);
  if (within.length === 0) return null;
  const shown = isWhole ? within : within.slice(0, FEW);
  const hidden = within.length - shown.length;
  return (
    <div>
      “{word}” also within {shown.join(', ')}
      {hidden > 0 && (
        <>
          {' '}
          <MuiLink component="button" type="button" variant="body2" onClick={() => setWhole(true)}>
            and {formatCount(hidden)} more
          </MuiLink>
        </>
      )}
      .{more > 0 && ` It is part of ${formatCount(more)} others, in which it was not looked for: write more of it.`}
    </div>
  );
}
