import Skeleton from '@mui/material/Skeleton';

interface PlaceholderProps {
  /** In pixels: what comes is about as high. */
  height: number;
  /** What is being waited for, to whoever cannot see it. */
  label: string;
}

/** Stands in the place of what is being read. */
export const Placeholder = ({ height, label }: PlaceholderProps) => (
  <Skeleton variant="rounded" height={height} role="progressbar" aria-label={label} />
);
