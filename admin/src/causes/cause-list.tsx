import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { causeLooks } from './cause-kinds.ts';
import { causeLabel, causeRequest, eventPath } from './cause-texts.ts';
import type { CauseRow } from './cause-tree.ts';
import { PaymentLink } from './payment-link.tsx';
import { ShortId } from '../ui/short-id.tsx';
import { Time } from '../ui/time.tsx';

/** Deeper than this nothing is indented further: a phone is not that wide. */
const INDENTED_MOST = { xs: 5, sm: 12 };
const INDENT_PX = { xs: 10, sm: 20 };

/** The same as the drawing, as an ordered list: each node beneath what caused it. */
export function CauseList({ rows, asked }: { rows: readonly CauseRow[]; asked: string }) {
  return (
    <Box component="ol" aria-label="Causes, each with what came of it beneath" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rows.map((row) => (
        <CauseItem key={row.node.id} row={row} isAsked={row.node.event === asked} />
      ))}
    </Box>
  );
}

function CauseItem({ row: { node, depth, also }, isAsked }: { row: CauseRow; isAsked: boolean }) {
  const { word, icon: Icon, color } = causeLooks[node.kind];
  return (
    <Box
      component="li"
      aria-level={depth + 1}
      {...(isAsked && { 'aria-current': 'true' as const })}
      sx={{
        display: 'flex',
        gap: 1,
        py: 0.75,
        borderRadius: 1,
        bgcolor: isAsked ? 'action.selected' : 'transparent',
        pl: {
          xs: `${4 + INDENT_PX.xs * Math.min(depth, INDENTED_MOST.xs)}px`,
          sm: `${8 + INDENT_PX.sm * Math.min(depth, INDENTED_MOST.sm)}px`,
        },
      }}
    >
      <Icon fontSize="small" sx={{ color, flexShrink: 0, mt: '1px' }} aria-hidden />
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', columnGap: 1, flexWrap: 'wrap', alignItems: 'center', overflowWrap: 'anywhere' }}>
          <Typography variant="body2" color="text.secondary" component="span">
            {[word, causeRequest(node)].filter((part) => part !== '').join(' · ')}
          </Typography>
          {node.event === null || isAsked ? (
            <Typography variant="body2" component="span" sx={{ fontWeight: isAsked ? 600 : 400, minWidth: 0 }}>
              {causeLabel(node)}
            </Typography>
          ) : (
            <MuiLink component={Link} to={eventPath(node.event)} variant="body2" sx={{ minWidth: 0 }}>
              {causeLabel(node)}
            </MuiLink>
          )}
          {isAsked && <Chip label="This event" size="small" color="primary" variant="outlined" />}
        </Box>
        <Typography
          variant="caption"
          color="text.secondary"
          component="div"
          sx={{ display: 'flex', columnGap: 1.5, flexWrap: 'wrap' }}
        >
          {node.at !== null && (
            <span>
              <Time at={node.at} exact /> UTC
            </span>
          )}
          {node.stream !== null && (
            <span>
              <ShortId id={node.stream} />
              {node.revision !== null && ` at ${node.revision}`}
            </span>
          )}
          {typeof node.detail['signature'] === 'string' && <span>signature {node.detail['signature']}</span>}
          <PaymentLink node={node} />
          {also.length > 0 && <span>also caused by {also.map(causeLabel).join(', ')}</span>}
        </Typography>
      </Box>
    </Box>
  );
}
