import type { CauseNode } from '@easel/contracts/events/http';
import MuiLink from '@mui/material/Link';
import { useCanAccess } from 'react-admin';
import { Link } from 'react-router';
import { paymentPath } from './cause-texts.ts';

/** To what the payment of a node has moved, for whoever may see money; for others to the facts that name it. */
export function PaymentLink({ node }: { node: CauseNode }) {
  const { canAccess = false } = useCanAccess({ resource: 'ledger', action: 'list' });
  const path = paymentPath(node, canAccess ? 'ledger' : 'events');
  if (path === undefined) return null;
  return (
    <MuiLink component={Link} to={path} variant="body2">
      {canAccess ? 'What this payment moved' : 'All that names this payment'}
    </MuiLink>
  );
}
