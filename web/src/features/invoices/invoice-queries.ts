import { invoicesHttp } from '@easel/contracts/invoices/http';
import { routeQuery } from '../../lib/queries.ts';

/** `number`: of an invoice, or the id of a purchase, whose receipt it is then. */
export const invoiceQuery = (number: string) =>
  routeQuery(['invoices', 'one', number], invoicesHttp.one, { params: { number } });

export const sellerQuery = routeQuery(['invoices', 'seller'], invoicesHttp.seller, {});
