import type { WholeEvent } from '@easel/contracts/events/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { eventPath } from '../../causes/cause-texts.ts';

type Way = 'previous' | 'next' | 'older' | 'newer';

const keys: Readonly<Record<string, Way>> = { '[': 'previous', ']': 'next', ',': 'older', '.': 'newer' };
const groups = [
  { name: 'In its stream', ways: [way('previous', 'Previous', '['), way('next', 'Next', ']')] },
  { name: 'In the log', ways: [way('older', 'Older', ','), way('newer', 'Newer', '.')] },
];

function way(to: Way, label: string, key: string) {
  return { to, label, key };
}

interface Props {
  event: WholeEvent | undefined;
  /** It is about to be replaced by one that was gone to. */
  isLeaving: boolean;
  /** What the history keeps beside each of them. */
  state: unknown;
}

/** To the events beside this one, by buttons and by keys. */
export function Neighbours({ event, isLeaving, state }: Props) {
  const navigate = useNavigate();
  const here = isLeaving ? undefined : event?.id;
  const left = useRef<string>(undefined);
  const wanted = useRef<Way>(undefined);
  const go = useEffectEvent((way: Way) => {
    // A key that is pressed on the way holds from where one arrives.
    if (here === undefined || here === left.current) {
      wanted.current = way;
      return;
    }
    const position = event?.[way];
    if (!position) return;
    left.current = here;
    void navigate(eventPath(position), { state });
  });
  useEffect(() => {
    if (here === undefined) return;
    left.current = undefined;
    const way = wanted.current;
    wanted.current = undefined;
    if (way) go(way);
  }, [here]);
  useEffect(() => {
    const onKey = (pressed: KeyboardEvent) => {
      const way = keys[pressed.key];
      // On some keyboards brackets are typed with both of these held down.
      if (!way || pressed.metaKey || pressed.ctrlKey !== pressed.altKey || isTyping(pressed.target)) return;
      go(way);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Box component="nav" aria-label="Neighbours" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
      {groups.map(({ name, ways }) => (
        <Box key={name} sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary', fontSize: 13 }}>
          {name}
          <ButtonGroup size="small" variant="outlined" color="inherit" aria-label={name}>
            {ways.map(({ to, label, key }) => {
              const position = event?.[to] ?? null;
              const target =
                position === null
                  ? { disabled: true }
                  : {
                      component: Link,
                      to: eventPath(position),
                      state,
                      onClick: (clicked: MouseEvent) => {
                        if (isLeaving) clicked.preventDefault();
                      },
                    };
              return (
                <Button
                  key={to}
                  {...target}
                  aria-keyshortcuts={key}
                  sx={{ color: 'text.primary', '&&': { borderColor: 'divider' } }}
                >
                  {label}
                  <Box component="kbd" aria-hidden sx={{ ml: 1, color: 'text.secondary', fontFamily: 'monospace' }}>
                    {key}
                  </Box>
                </Button>
              );
            })}
          </ButtonGroup>
        </Box>
      ))}
    </Box>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;
