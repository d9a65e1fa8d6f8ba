import type { OrderRecord } from '@easel/contracts/orders/console.http';
import { effectiveDpi, WARNED_DPI } from '@easel/contracts/products/placement';
import { printSpecOf } from '@easel/contracts/products/policy';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Dollars, formatCount } from '../../ui/money.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { nameOf } from './item-name.ts';
import { OrderPicture } from './order-picture.tsx';
import { Section } from '../../ui/section.tsx';

type Item = OrderRecord['items'][number];

export const Items = ({ order }: { order: OrderRecord }) => (
  <Section title="Items">
    <Box
      role="region"
      aria-label="Ordered items"
      tabIndex={0}
      sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
    >
      <Table size="small" sx={{ '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1.5 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>Item</TableCell>
            <TableCell>Picture</TableCell>
            <TableCell align="right">Copies</TableCell>
            <TableCell align="right">Pixels</TableCell>
            <TableCell align="right">Print</TableCell>
            <TableCell align="right">Price</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {order.items.map((item) => (
            <ItemRow key={item.id} orderId={order.id} item={item} />
          ))}
        </TableBody>
      </Table>
    </Box>
  </Section>
);

const ItemRow = ({ orderId, item }: { orderId: string; item: Item }) => (
  <TableRow>
    <TableCell component="th" scope="row">
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <OrderPicture orderId={orderId} itemId={item.id} />
        <span>{nameOf(item)}</span>
      </Stack>
    </TableCell>
    <TableCell>
      <ShortId id={item.generationId} copy of="generation’s id" />
    </TableCell>
    <TableCell align="right">{item.kind === 'product' ? formatCount(item.quantity) : '–'}</TableCell>
    <TableCell align="right">
      {item.width} × {item.height}
    </TableCell>
    <TableCell align="right">
      <Resolution item={item} />
    </TableCell>
    <TableCell align="right">
      <Dollars amount={item.price} />
      {item.refunded && <Chip label="Refunded" size="small" sx={{ ml: 1 }} />}
    </TableCell>
  </TableRow>
);

/** How fine the print is; marked where it looks soft. */
function Resolution({ item }: { item: Item }) {
  const spec = item.kind === 'product' ? printSpecOf(item.productId, item.size) : undefined;
  if (item.kind !== 'product' || spec === undefined) return <>–</>;
  const dpi = Math.floor(effectiveDpi(spec.area, item, item.placement));
  if (dpi >= WARNED_DPI) return <>{formatCount(dpi)} dpi</>;
  return <Chip label={`${formatCount(dpi)} dpi: soft`} color="warning" variant="outlined" size="small" />;
}
