import { messagePriorities, type MessagePriority, type MessageStatus } from '@easel/contracts/messages/policy';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { words } from '../../ui/choices.ts';
import { ChoiceMenu } from './choice-menu.tsx';
import type { TriageRequest } from './message.ts';
import { useAssignees } from './operators.ts';

/** Only a reply makes a message replied. */
const statuses: readonly { value: MessageStatus; name: string; key: string }[] = [
  { value: 'unread', name: 'Unread', key: 'u' },
  { value: 'read', name: 'Read', key: 'r' },
  { value: 'in_progress', name: 'In progress', key: 'i' },
  { value: 'resolved', name: 'Resolved', key: 'e' },
  { value: 'spam', name: 'Spam', key: 's' },
];
const priorities: readonly { value: MessagePriority; name: string; key: string }[] = messagePriorities.map(
  (value, index) => ({ value, name: words(value), key: String(index + 1) }),
);

interface Props {
  selected: number;
  busy: boolean;
  onRequest: (request: TriageRequest, what: string) => void;
  onSelectPage: () => void;
  onClear: () => void;
  children: ReactNode;
}

/** What is done with the selected messages; its room is taken whether any is or not. */
export function BulkBar({ selected, busy, onRequest, onSelectPage, onClear, children }: Props) {
  const assignees = useAssignees();
  const isNone = selected === 0;
  return (
    <Stack
      direction="row"
      useFlexGap
      role="group"
      aria-label="Selected messages"
      sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', minHeight: 40, mb: 1 }}
    >
      <Typography
        variant="body2"
        aria-live="polite"
        sx={{ minWidth: 84, color: isNone ? 'text.secondary' : undefined }}
      >
        {isNone ? 'None selected' : `${selected} selected`}
      </Typography>
      <ChoiceMenu
        label="Status"
        disabled={isNone || busy}
        choices={statuses}
        onChoose={(status, name) => onRequest({ status }, name.toLowerCase())}
      />
      <ChoiceMenu
        label="Priority"
        disabled={isNone || busy}
        choices={priorities}
        onChoose={(priority, name) => onRequest({ priority }, `${name.toLowerCase()} priority`)}
      />
      <ChoiceMenu
        label="Assignee"
        disabled={isNone || busy}
        choices={[
          { value: null, name: 'Nobody', key: 'n' },
          ...assignees.map(({ id, name }, index) => ({ value: id, name, ...(index === 0 && { key: 'm' }) })),
        ]}
        onChoose={(assignee, name) => onRequest({ assignee }, assignee === null ? 'nobody’s' : `given to ${name}`)}
      />
      {isNone ? (
        <Button size="small" color="inherit" onClick={onSelectPage}>
          Select page
        </Button>
      ) : (
        <Button size="small" color="inherit" onClick={onClear}>
          Select none
        </Button>
      )}
      {children}
    </Stack>
  );
}
