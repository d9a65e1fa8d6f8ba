import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Slider from '@mui/material/Slider';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatCount } from '../../ui/money.tsx';
import { stepPath } from './addresses.ts';

interface Props {
  stream: string;
  revision: number;
  /** Undefined until it is known. */
  last: number | undefined;
  /** Another step was gone to, and is not there yet. */
  isLeaving: boolean;
}

/** From step to step: by buttons, by keys, or along the whole stream. The address holds where one is. */
export function Steps({ stream, revision, last = revision, isLeaving }: Props) {
  const navigate = useNavigate();
  const [drawn, setDrawn] = useState<number>();
  const ways = [
    { label: 'First', key: '{', to: 0 },
    { label: 'Previous', key: '[', to: revision - 1 },
    { label: 'Next', key: ']', to: revision + 1 },
    { label: 'Last', key: '}', to: last },
  ].map((way) => ({ ...way, isOpen: way.to >= 0 && way.to <= last && way.to !== revision }));
  // Walking leaves no trail: back leads to where one came from.
  const go = (to: number) => void navigate(stepPath(stream, to), { replace: true });

  const onKey = useEffectEvent((pressed: KeyboardEvent) => {
    // On some keyboards brackets are typed with both of these held down.
    if (pressed.metaKey || pressed.ctrlKey !== pressed.altKey || isTyping(pressed.target)) return;
    const way = ways.find(({ key }) => key === pressed.key);
    if (way?.isOpen === true) go(way.to);
  });
  useEffect(() => {
    const listen = (pressed: KeyboardEvent) => onKey(pressed);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <Box component="nav" aria-label="Steps" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Typography role="status" sx={{ minWidth: 150, fontWeight: 600 }} className="numbers">
        Step {formatCount((drawn ?? revision) + 1)} of {formatCount(last + 1)}
      </Typography>
      <ButtonGroup size="small" variant="outlined" color="inherit" aria-label="Go to">
        {ways.map(({ label, key, to, isOpen }) => (
          <Button
            key={label}
            {...(isOpen ? { component: Link, to: stepPath(stream, to), replace: true } : { disabled: true })}
            aria-keyshortcuts={key}
            sx={{ color: 'text.primary', '&&': { borderColor: 'divider' } }}
          >
            {label}
            <Box
              component="kbd"
              aria-hidden
              sx={{ ml: 1, color: 'text.secondary', fontFamily: 'monospace', display: { xs: 'none', sm: 'inline' } }}
            >
              {key}
            </Box>
          </Button>
        ))}
      </ButtonGroup>
      {last > 0 && (
        <Slider
          size="small"
          aria-label="Step"
          min={0}
          max={last}
          value={drawn ?? revision}
          getAriaValueText={(value) => `Step ${value + 1} of ${last + 1}`}
          onChange={(_, value) => setDrawn(value)}
          onChangeCommitted={(_, value) => {
            setDrawn(undefined);
            if (value !== revision) go(value);
          }}
          // At either end the thumb, as large as a finger, has room beside the rail.
          sx={{ flex: '1 1 200px', mx: 3, maxWidth: 640, opacity: isLeaving ? 0.7 : 1 }}
        />
      )}
    </Box>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type="range"]), textarea, select, [role="dialog"]') !== null;
