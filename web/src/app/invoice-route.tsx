import { InvoicePage } from '../features/invoices/invoice-page.tsx';
import { useMe } from '../features/members/session.ts';

/** An invoice or a receipt, with the member's name. */
export default function InvoiceRoute() {
  const user = useMe().data?.user;
  return <InvoicePage member={user && `${user.firstName} ${user.lastName}`} />;
}
