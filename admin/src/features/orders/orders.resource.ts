import { ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import ShoppingBag from '@mui/icons-material/ShoppingBagOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';

/** Orders that members place from their carts, test orders included. */
export const orders: ConsoleResource = {
  name: 'orders',
  label: 'Orders',
  icon: ShoppingBag,
  list: lazy(() => import('./order-list.tsx')),
  show: lazy(() => import('./order-show.tsx')),
  recordRepresentation: 'reference',
  foundById: true,
  access: {
    list: ordersConsoleHttp.list,
    show: ordersConsoleHttp.record,
  },
};
