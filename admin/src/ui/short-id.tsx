import ContentCopy from '@mui/icons-material/ContentCopy';
import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useEffect, useState } from 'react';
import { shortId } from './shorten-id.ts';

const COPIED_MS = 1_500;

interface Props {
  id: string;
  /** With a button that copies the whole; for pages, as a table full of buttons is a thicket. */
  copy?: boolean;
  /** What it is the id of, for the button's name. */
  of?: string;
}

/** An id in monospace, short, and whole on hover. */
export function ShortId({ id, copy = false, of = 'id' }: Props) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, maxWidth: '100%' }}>
      <Box
        component="span"
        title={id}
        sx={{
          fontFamily: 'monospace',
          fontSize: '0.95em',
          whiteSpace: 'nowrap',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
      >
        {shortId(id)}
      </Box>
      {copy && <CopyButton text={id} of={of} />}
    </Box>
  );
}

function CopyButton({ text, of }: { text: string; of: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      size="small"
      sx={{ p: '4px', my: '-4px', fontSize: 16, color: 'text.secondary' }}
      aria-label={copied ? 'Copied' : `Copy the ${of}`}
      title={copied ? 'Copied' : text}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {copied ? <Check fontSize="inherit" /> : <ContentCopy fontSize="inherit" />}
    </IconButton>
  );
}
