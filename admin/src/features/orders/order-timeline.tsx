import type { OrderRecord } from '@easel/contracts/orders/console.http';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Dollars } from '../../ui/money.tsx';
import { OperatorName } from '../../ui/operator-name.tsx';
import { Time } from '../../ui/time.tsx';
import { Section } from '../../ui/section.tsx';

const texts: Readonly<Record<OrderRecord['timeline'][number]['what'], string>> = {
  placed: 'Placed',
  paid: 'Paid by card',
  'payment-failed': 'Card declined',
  'address-changed': 'Address changed',
  'in-production': 'In production',
  'print-failed': 'Printing stopped',
  reprinted: 'Printed once more',
  delayed: 'Delayed',
  'parcel-shipped': 'Parcel shipped',
  missing: 'Reported as missing',
  'refund-requested': 'Refund requested',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded to the card',
  'refund-failed': 'Refund failed at the bank',
};

export const Timeline = ({ order: { timeline, delivery } }: { order: OrderRecord }) => (
  <Section title="Timeline">
    <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {timeline.map(({ what, at, amount, operator_id: operatorId, reason }, index) => (
        <Box component="li" key={`${index} ${what}`} sx={{ borderLeft: 2, borderColor: 'divider', pl: 2 }}>
          <Typography variant="body2">
            {what === 'delivered' && delivery === null ? 'Downloads ready' : texts[what]}
            {amount !== null && (
              <>
                {': '}
                <Dollars amount={amount} />
              </>
            )}
          </Typography>
          {reason !== '' && (
            <Typography
              variant="body2"
              color="text.secondary"
              dir="auto"
              sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {reason}
            </Typography>
          )}
          <Typography variant="caption" color="text.secondary">
            {operatorId !== null && (
              <>
                <OperatorName id={operatorId} /> ·{' '}
              </>
            )}
            <Time at={at} exact /> UTC
          </Typography>
        </Box>
      ))}
    </Stack>
  </Section>
);
