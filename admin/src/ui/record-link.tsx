import Link from '@mui/material/Link';
import type { SxProps } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useCreatePath, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';

interface Props {
  id: string;
  children: ReactNode;
  sx?: SxProps;
}

/** Links a row of a list to the record's page. */
export function RecordLink({ id, children, sx = {} }: Props) {
  const { resource } = useListContext();
  const createPath = useCreatePath();
  return (
    <Link
      component={RouterLink}
      to={createPath({ resource, type: 'show', id })}
      color="inherit"
      // A click on the row opens the page as well.
      onClick={(event) => event.stopPropagation()}
      sx={sx}
    >
      {children}
    </Link>
  );
}
