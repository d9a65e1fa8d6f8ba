import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { useSearchParams } from 'react-router';

const NARROWED_BY = ['page', 'build'] as const;
type NarrowedBy = (typeof NARROWED_BY)[number];

const labels: Readonly<Record<NarrowedBy, string>> = { page: 'Page', build: 'Build' };

/** Of which page and build alone the figures are, each with a way back to all. */
export function Narrowed() {
  const [params, setParams] = useSearchParams();
  const chosen = NARROWED_BY.filter((name) => params.has(name));
  if (chosen.length === 0) return null;
  const widen = (name: NarrowedBy) =>
    setParams(
      (now) => {
        now.delete(name);
        return now;
      },
      { replace: true },
    );
  return (
    <Stack
      component="ul"
      aria-label="Only"
      direction="row"
      sx={{ m: 0, p: 0, gap: 1, listStyle: 'none', flexWrap: 'wrap' }}
    >
      {chosen.map((name) => (
        <li key={name}>
          <Chip
            size="medium"
            label={`${labels[name]}: ${params.get(name)}`}
            onDelete={() => widen(name)}
            aria-label={`${labels[name]}: ${params.get(name)}; press Delete for all`}
          />
        </li>
      ))}
    </Stack>
  );
}
