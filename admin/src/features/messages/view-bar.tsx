import Keyboard from '@mui/icons-material/KeyboardOutlined';
import ViewKanban from '@mui/icons-material/ViewKanbanOutlined';
import ViewList from '@mui/icons-material/ViewListOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Box from '@mui/material/Box';
import { Link as RouterLink } from 'react-router';
import { SavedFilters, useFilterShelf } from '../../ui/saved-filters.tsx';
import type { MessageFilter } from './message.ts';
import { BOARD_PATH, LIST_PATH, withFilter } from './paths.ts';

interface Props {
  view: 'list' | 'board';
  values: MessageFilter;
  onChange: (values: MessageFilter) => void;
  onHelp: () => void;
}

/** Between the list and the board, with the filters kept; and what is saved of them. */
export function ViewBar({ view, values, onChange, onHelp }: Props) {
  const { status: _, ...onBoard } = values;
  const shelf = useFilterShelf('messages');
  const link = (to: string, isHere: boolean) => ({
    component: RouterLink,
    to,
    size: 'small' as const,
    color: 'inherit' as const,
    variant: isHere ? ('outlined' as const) : ('text' as const),
    'aria-current': isHere ? ('page' as const) : undefined,
  });
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', minHeight: 36, mb: 1 }}>
      <Stack component="nav" direction="row" aria-label="Views of the messages" sx={{ gap: 0.5 }}>
        <Button {...link(withFilter(LIST_PATH, values), view === 'list')} startIcon={<ViewList fontSize="small" />}>
          List
        </Button>
        <Button
          {...link(withFilter(BOARD_PATH, onBoard), view === 'board')}
          startIcon={<ViewKanban fontSize="small" />}
        >
          Board
        </Button>
      </Stack>
      <Box sx={{ flex: 1 }} />
      <SavedFilters shelf={shelf} values={{ ...values }} onApply={onChange} />
      <IconButton size="small" aria-label="Keys" title="Keys (?)" onClick={onHelp}>
        <Keyboard fontSize="small" />
      </IconButton>
    </Stack>
  );
}
