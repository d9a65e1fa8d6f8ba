import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useState } from 'react';
import { useDebouncedEvent } from 'react-admin';
import { useNavigate } from 'react-router';
import { matching } from './goal.ts';
import { useGoals } from './use-goals.ts';

/** From the last key until the server is asked about an id. */
const REST_MS = 200;

interface Props {
  role: string;
  onClose: () => void;
}

export default function PaletteDialog(props: Props) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': 'Go to' } }}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <Choice {...props} />
    </Dialog>
  );
}

function Choice({ role, onClose }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const ask = useDebouncedEvent(setAsked, REST_MS);
  const { goals, isLooking } = useGoals(role, asked);
  const { getRootProps, getInputProps, getInputLabelProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete({
      id: 'palette',
      open: true,
      autoHighlight: true,
      options: matching(goals, typed),
      groupBy: ({ group }) => group,
      getOptionLabel: ({ label }) => label,
      getOptionKey: ({ to, label }) => `${to} ${label}`,
      filterOptions: (options) => options,
      inputValue: typed,
      onInputChange: (_, text, reason) => {
        if (reason !== 'input') return;
        setTyped(text);
        ask(text.trim());
      },
      onChange: (_, goal) => {
        if (!goal) return;
        onClose();
        void navigate(goal.to);
      },
    });
  const groups = groupedOptions;
  const { id: inputId, ...input } = getInputProps();
  return (
    <>
      <Box {...getRootProps()} sx={{ p: 2, pb: 1 }}>
        <TextField
          id={inputId}
          // Who opened it by a key goes on to type.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          label="Page, id, stream or saved filter"
          slotProps={{ htmlInput: input, inputLabel: getInputLabelProps() }}
        />
      </Box>
      <Box
        component="ul"
        {...getListboxProps()}
        aria-label="Where to go"
        sx={{ listStyle: 'none', m: 0, px: 1, pb: 1, maxHeight: 420, overflowY: 'auto' }}
      >
        {groups.map(({ key, group, options, index }) => (
          <li key={key} role="presentation">
            <Typography variant="caption" aria-hidden color="text.secondary" sx={{ display: 'block', px: 1, pt: 1 }}>
              {group}
            </Typography>
            <Box component="ul" role="group" aria-label={group} sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {options.map((goal, at) => {
                const { key: optionKey, ...option } = getOptionProps({ option: goal, index: index + at });
                return (
                  <Box component="li" key={optionKey} {...option} sx={optionLook}>
                    <span>{goal.label}</span>
                    <Typography component="span" variant="body2" color="text.secondary">
                      {goal.hint}
                    </Typography>
                  </Box>
                );
              })}
            </Box>
          </li>
        ))}
      </Box>
      <Typography role="status" variant="body2" color="text.secondary" sx={{ px: 2, pb: 2, minHeight: 36 }}>
        {isLooking
          ? 'Looking for this id…'
          : groups.length === 0
            ? 'Nothing bears this name. Ids are found by the whole of them.'
            : ''}
      </Typography>
    </>
  );
}

const optionLook = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 2,
  minHeight: 44,
  px: 1,
  borderRadius: 1,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  '&.Mui-focused': { bgcolor: 'action.selected' },
  '& > :last-child': { textAlign: 'right' },
};
