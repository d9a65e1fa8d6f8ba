import { invoicePath } from '@easel/contracts/invoices/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { ordersHttp, type OwnOrder } from '@easel/contracts/orders/http';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { saveBought } from '../purchases/bought-file.ts';
import { attempts } from './attempt.ts';
import { NoOrder } from './no-order.tsx';
import styles from './order-page.module.css';
import { orderQuery } from './order-queries.ts';
import { itemText, statusWords, timelineText } from './order-words.ts';

/** Shows one order: what was ordered, what became of it, and what can be done about it. */
export default function OrderPage() {
  const { id = '' } = useParams();
  const query = useQuery(orderQuery(id));
  const { data } = query;
  if (!data) {
    return (
      <Page title="Order">
        <NoOrder {...query} />
      </Page>
    );
  }
  const { order, titles } = data;
  return (
    <Page
      title={`Order ${order.reference}`}
      lead={
        <>
          {statusWords[order.status]}
          {' · '}
          <Time iso={order.placed_at} />
        </>
      }
      actions={<Actions order={order} />}
    >
      {order.status === 'test_mode' && (
        <Notice kind="info">This is a test order: nothing is charged, and nothing is delivered.</Notice>
      )}
      <div className={styles.columns}>
        <Panel title="Items">
          <ul aria-label="Items" className={styles.items}>
            {order.items.map((item) => (
              <Item key={item.id} item={item} title={titles[item.generationId]} />
            ))}
          </ul>
        </Panel>
        <div className={styles.side}>
          <Sums order={order} />
          <Panel title="Timeline">
            <ol aria-label="Timeline" className={styles.timeline}>
              {order.timeline.map((entry) => (
                <li key={`${entry.what} ${entry.at}`}>
                  <span>{timelineText(entry)}</span>
                  <Time iso={entry.at} />
                </li>
              ))}
            </ol>
          </Panel>
          <Panel title="Customer">
            <dl className={styles.sums}>
              <Row name="Name">{order.customer.name}</Row>
              <Row name="Email">{order.customer.email}</Row>
              {order.customer.phone !== '' && <Row name="Phone">{order.customer.phone}</Row>}
            </dl>
          </Panel>
        </div>
      </div>
    </Page>
  );
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Sums = ({ order }: { order: OwnOrder }) => (
  <Panel title="Total">
    <dl className={styles.sums}>
      <Row name="Subtotal">{formatDollars(order.subtotal)}</Row>
      {order.shipping > 0 && <Row name="Shipping">{formatDollars(order.shipping)}</Row>}
      <Row name="Total">
        <strong>{formatDollars(order.total)}</strong>
      </Row>
      {order.refunded > 0 && <Row name="Refunded">{formatDollars(order.refunded)}</Row>}
      {order.invoice !== null && (
        <Row name="Invoice">
          <PageLink to={invoicePath(order.invoice)}>{order.invoice}</PageLink>
        </Row>
      )}
    </dl>
  </Panel>
);

function Item({ item, title }: { item: OwnOrder['items'][number]; title: string | undefined }) {
  const name = title ?? 'Without a title';
  const saving = useMutation({
    mutationFn: async () => {
      if (item.kind === 'image-download') await saveBought(item.id, { size: item.size, format: item.format });
    },
    onSuccess: () => toast.success('Download completed successfully!'),
    onError: () => toast.error('Download failed'),
  });
  return (
    <li>
      <span className={styles.picture}>
        <Picture
          src={item.thumbnail_url}
          alt=""
          width={item.width}
          height={item.height}
          thumbhash={item.thumbhash}
          shape="square"
        />
      </span>
      <div className={styles.what}>
        <p title={name}>{name}</p>
        <p>{itemText(item)}</p>
      </div>
      <strong>{formatDollars(item.price)}</strong>
      {item.kind === 'image-download' && item.download_url !== null && (
        <Button
          aria-label={`Download: ${name}`}
          busy={saving.isPending}
          onClick={() => {
            toast.info('Download started');
            saving.mutate();
          }}
        >
          {!saving.isPending && <Download size={16} aria-hidden="true" />}
          Download
        </Button>
      )}
    </li>
  );
}

/** Offers to pay and to cancel, as long as that is possible. */
function Actions({ order }: { order: OwnOrder }) {
  const cancel = useCommand(ordersHttp.cancel);
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const confirm = () =>
    cancel.mutate(
      { params: { id: order.id } },
      {
        onSuccess() {
          // The same cart is another order from now on.
          if (attempts.of(order.id)) attempts.drop();
          toast.success('Order cancelled');
        },
        onError: (error) => toast.error(messageOf(error, 'The order could not be cancelled')),
        onSettled: close,
      },
    );
  const isOpen = order.status === 'pending';
  if (!isOpen && order.status !== 'test_mode') return null;
  return (
    <div className={styles.actions}>
      {isOpen && (
        <ButtonLink look="primary" to={`/checkout?order=${order.id}`}>
          Pay now
        </ButtonLink>
      )}
      <Button onClick={() => setAsking(true)}>Cancel order</Button>
      {asking && (
        <ConfirmDialog
          title={`Cancel ${order.reference}?`}
          action="Cancel order"
          keep="Keep order"
          busy={cancel.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          <p>
            {isOpen
              ? 'Nothing has been charged. A cancelled order cannot be paid any more.'
              : 'Nothing was charged for this test order.'}
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
