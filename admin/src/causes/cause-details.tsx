import type { CauseNode } from '@easel/contracts/events/http';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { causeLooks } from './cause-kinds.ts';
import { causeLabel, detailShown, detailText } from './cause-texts.ts';
import { PaymentLink } from './payment-link.tsx';
import { ShortId } from '../ui/short-id.tsx';
import { Time } from '../ui/time.tsx';

/** What a node says, whole; of a height that leaves room for what most of them say, as one points from node to node. */
export function CauseDetails({ node, isAsked }: { node: CauseNode; isAsked: boolean }) {
  const { word, icon: Icon, color } = causeLooks[node.kind];
  return (
    <Box sx={{ minHeight: { xs: 148, md: 68 }, px: 1 }}>
      <Typography variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Icon fontSize="small" sx={{ color }} aria-hidden />
        <span>
          {word}
          {isAsked && ' · this event'}
        </span>
        <Box component="strong" sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>
          {causeLabel(node)}
        </Box>
      </Typography>
      <Typography
        component="div"
        variant="body2"
        color="text.secondary"
        sx={{ display: 'flex', columnGap: 2, rowGap: 0.25, flexWrap: 'wrap', overflowWrap: 'anywhere', mt: 0.5 }}
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
        {Object.entries(node.detail)
          .filter(([, value]) => value !== '' && value !== null)
          .map(([name, value]) => (
            <span key={name} title={detailText(value)}>
              {name}: {detailShown(value)}
            </span>
          ))}
        <PaymentLink node={node} />
      </Typography>
    </Box>
  );
}
