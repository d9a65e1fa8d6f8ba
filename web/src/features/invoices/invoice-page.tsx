import type { Invoice } from '@easel/contracts/invoices/http';
import { invoicePath } from '@easel/contracts/invoices/policy';
import { useQuery } from '@tanstack/react-query';
import { Printer, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { plainDate } from '../../lib/dates.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Page } from '../../ui/page.tsx';
import { UnreadState } from '../../ui/unread-state.tsx';
import styles from './invoice-page.module.css';
import { invoiceQuery, sellerQuery } from './invoice-queries.ts';
import { itemText, kindWords, paidBy, sumText } from './invoice-words.ts';

/** Shows an invoice, credit note or receipt, to be read and printed, with the name that the member has now. */
export function InvoicePage({ member }: { member: string | undefined }) {
  const { number = '' } = useParams();
  const query = useQuery(invoiceQuery(number));
  const { data } = query;
  const invoice = data?.invoice;

  return (
    <Page
      title={titleOf(invoice)}
      heading={invoice && <Heading invoice={invoice} />}
      width="reading"
      actions={
        invoice && (
          <Button className={styles.print} onClick={() => window.print()}>
            <Printer size={16} aria-hidden="true" />
            Print
          </Button>
        )
      }
    >
      {data ? (
        <Document invoice={data.invoice} credited={data.credited} member={member} />
      ) : (
        <UnreadState query={query} icon={<ReceiptText size={28} />} title="There is no such invoice or receipt">
          <ButtonLink to="/statement">Statement</ButtonLink>
        </UnreadState>
      )}
    </Page>
  );
}

/** The number of a receipt says nothing to people. */
function titleOf(invoice: Invoice | undefined): string {
  if (!invoice) return kindWords.invoice.name;
  const { name } = kindWords[invoice.kind];
  return invoice.kind === 'receipt' ? name : `${name} ${invoice.number}`;
}

/** Keeps the number on one line, which may be broken after its hyphens otherwise. */
const Heading = ({ invoice }: { invoice: Invoice }) =>
  invoice.kind === 'receipt' ? (
    titleOf(invoice)
  ) : (
    <>
      {`${kindWords[invoice.kind].name} `}
      <span className={styles.number}>{invoice.number}</span>
    </>
  );

interface DocumentProps {
  invoice: Invoice;
  credited: string | null;
  member: string | undefined;
}

function Document({ invoice, credited, member }: DocumentProps) {
  const words = kindWords[invoice.kind];
  const { item } = invoice;
  const { what, period } = itemText(invoice);
  const method = paidBy(invoice);
  return (
    <article className={styles.document}>
      <Seller lines={invoice.seller} />
      <dl className={styles.details}>
        <Detail name={`${words.name} number`}>{invoice.number}</Detail>
        <Detail name="Date">{`${plainDate(invoice.at)} (UTC)`}</Detail>
        {method && <Detail name="Paid with">{method}</Detail>}
        {credited !== null && (
          <Detail name="Refund of">
            <PageLink to={invoicePath(credited)}>{credited}</PageLink>
          </Detail>
        )}
        {item.kind === 'order' && item.lines && <Detail name="Order">{item.reference}</Detail>}
        {member && <Detail name="Billed to">{member}</Detail>}
      </dl>
      <table className={styles.items}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {item.kind === 'order' && item.lines ? (
            <OrderLines lines={item.lines} shipping={item.shipping} />
          ) : (
            <tr>
              <td>
                {what}
                {period && <span className={styles.period}>{period}</span>}
              </td>
              <td>{sumText(invoice)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td>{sumText(invoice)}</td>
          </tr>
        </tfoot>
      </table>
    </article>
  );
}

type OrderItem = Extract<Invoice['item'], { kind: 'order' }>;

/** Each item with its quantity and unit price, then delivery. */
function OrderLines({ lines, shipping }: { lines: NonNullable<OrderItem['lines']>; shipping: number | undefined }) {
  return (
    <>
      {lines.map(({ text, quantity, unitAmount, amount }, index) => (
        // Two may read the same.
        <tr key={index}>
          <td>
            {text}
            {quantity > 1 && <span className={styles.period}>{`${quantity} × ${formatDollars(unitAmount)}`}</span>}
          </td>
          <td>{formatDollars(amount)}</td>
        </tr>
      ))}
      {shipping !== undefined && (
        <tr>
          <td>Delivery</td>
          <td>{shipping === 0 ? 'Free' : formatDollars(shipping)}</td>
        </tr>
      )}
    </>
  );
}

/** As it was when the invoice was issued; on a receipt, as it is now. */
function Seller({ lines }: { lines: readonly string[] | null }) {
  const { data } = useQuery({ ...sellerQuery, enabled: lines === null });
  return (
    <address className={styles.seller} aria-label="Seller">
      {(lines ?? data?.seller ?? []).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
