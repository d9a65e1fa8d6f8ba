import { messagePriorities, messageStatuses, messageTypes } from '@easel/contracts/messages/policy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { words } from '../../ui/choices.ts';
import { type MessageFilter, typeLabels } from './message.ts';
import { useAssignees } from './operators.ts';

const TYPED_MS = 400;
export const SEARCH_ID = 'messages-search';

interface Props {
  values: MessageFilter;
  onChange: (values: MessageFilter) => void;
  /** The board has a column for each status. */
  withStatus: boolean;
}

/** What the list and the board are narrowed by. */
export function MessageFilters({ values, onChange, withStatus }: Props) {
  const panel = useId();
  const hasRoom = useMediaQuery('(min-width: 900px)', { noSsr: true });
  const [isOpen, setIsOpen] = useState(false);
  const assignees = useAssignees();
  const active = Object.keys(values).length;
  const set = (change: Readonly<Record<string, unknown>>) => onChange({ ...values, ...change });
  const people = [
    { id: 'me', name: 'Me' },
    { id: 'nobody', name: 'Nobody' },
    ...assignees.slice(1),
    ...listOf(values.assignee)
      .filter((id) => id !== 'me' && id !== 'nobody' && !assignees.slice(1).some((one) => one.id === id))
      .map((id) => ({ id, name: assignees[0]?.id === id ? assignees[0].name : 'Somebody else' })),
  ];
  return (
    <Paper component="section" variant="outlined" aria-label="Filters" sx={{ p: 1.5, mb: 1 }}>
      {!hasRoom && (
        <Button size="small" aria-expanded={isOpen} aria-controls={panel} onClick={() => setIsOpen(!isOpen)}>
          {active === 0 ? 'Filters' : `Filters (${active})`}
        </Button>
      )}
      <div hidden={!hasRoom && !isOpen} id={panel}>
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(126px, 100%), 1fr))',
            gap: 1.5,
            alignItems: 'start',
            pt: 0.5,
          }}
        >
          <Search value={values.q ?? ''} onChange={(q) => set({ q })} />
          <Several
            label="Type"
            values={listOf(values.message_type)}
            choices={messageTypes.map((id) => ({ id, name: typeLabels[id] }))}
            onChange={(chosen) => set({ message_type: chosen })}
          />
          {withStatus && (
            <Several
              label="Status"
              values={listOf(values.status)}
              choices={messageStatuses.map((id) => ({ id, name: words(id) }))}
              onChange={(chosen) => set({ status: chosen })}
            />
          )}
          <Several
            label="Priority"
            values={listOf(values.priority)}
            choices={messagePriorities.map((id) => ({ id, name: words(id) }))}
            onChange={(chosen) => set({ priority: chosen })}
          />
          <Several
            label="Assignee"
            values={listOf(values.assignee)}
            choices={people}
            onChange={(chosen) => set({ assignee: chosen })}
          />
          {withStatus && (
            <YesOrNo
              label="Open or closed"
              value={values.waiting}
              yes="Open"
              no="Closed"
              onChange={(waiting) => set({ waiting })}
            />
          )}
          <YesOrNo
            label="Escalation"
            value={values.escalated}
            yes="Escalated"
            no="Not escalated"
            onChange={(escalated) => set({ escalated })}
          />
          <Button disabled={active === 0} onClick={() => onChange({})} sx={{ height: 40, justifySelf: 'start' }}>
            Clear
          </Button>
        </Box>
      </div>
    </Paper>
  );
}

const listOf = (value: string | readonly string[] | undefined): string[] => (value === undefined ? [] : [value].flat());

/** Searches a moment after the last letter, but not while an input method composes a word. */
function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [isComposing, setComposing] = useState(false);
  if (value !== known) {
    setKnown(value);
    // Set from elsewhere, it is what is looked for; what is being typed stays.
    if (typed.trim() === known) setTyped(value);
  }
  const tell = useEffectEvent(() => {
    if (typed.trim() !== value) onChange(typed.trim());
  });
  useEffect(() => {
    if (isComposing) return undefined;
    const timer = setTimeout(tell, TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, isComposing]);
  return (
    <TextField
      id={SEARCH_ID}
      label="Search"
      type="search"
      margin="none"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isComposing && typed.trim() !== value) onChange(typed.trim());
      }}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      slotProps={{ htmlInput: { maxLength: 200, spellCheck: false, autoComplete: 'off' } }}
    />
  );
}

interface SeveralProps {
  label: string;
  values: string[];
  choices: readonly { id: string; name: string }[];
  onChange: (chosen: string[] | undefined) => void;
}

function Several({ label, values, choices, onChange }: SeveralProps) {
  const known = values.filter((value) => choices.some(({ id }) => id === value));
  return (
    <TextField
      label={label}
      select
      margin="none"
      value={known}
      onChange={(event) => {
        // A select of several answers with a list.
        const chosen = event.target.value as unknown as string[];
        onChange(chosen.length === 0 ? undefined : chosen);
      }}
      slotProps={{ select: { multiple: true } }}
    >
      {choices.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface YesOrNoProps {
  label: string;
  value: boolean | undefined;
  yes: string;
  no: string;
  onChange: (value: boolean | undefined) => void;
}

function YesOrNo({ label, value, yes, no, onChange }: YesOrNoProps) {
  return (
    <TextField
      label={label}
      select
      margin="none"
      value={value === undefined ? '' : String(value)}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value === 'true')}
    >
      <MenuItem value="">Either</MenuItem>
      <MenuItem value="true">{yes}</MenuItem>
      <MenuItem value="false">{no}</MenuItem>
    </TextField>
  );
}
