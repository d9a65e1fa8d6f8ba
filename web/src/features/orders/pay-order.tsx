import { ordersHttp, type OwnOrder } from '@easel/contracts/orders/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { invalidateMoved } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.tsx';
import { CardFields } from './card-fields.tsx';
import { cardFields, cardForm, noCard } from './checkout-form.ts';
import { CheckoutStep } from './checkout-step.tsx';
import styles from './checkout.module.css';
import { NoOrder } from './no-order.tsx';
import { orderQuery } from './order-queries.ts';
import { statusWords } from './order-words.ts';
import { payOrder } from './place-order.ts';
import { testMethodOf } from './test-cards.ts';
import { useIsHere } from './use-is-here.ts';

/** Pays an order that waits for it. */
export function PayOrder({ id }: { id: string }) {
  const query = useQuery(orderQuery(id));
  const order = query.data?.order;
  return (
    <Page
      width="reading"
      title={order ? `Pay for ${order.reference}` : 'Checkout'}
      actions={
        <ButtonLink to={order ? `/orders/${id}` : '/orders'}>
          <ArrowLeft size={16} aria-hidden="true" />
          Back to order
        </ButtonLink>
      }
    >
      {order ? <Payment order={order} /> : <NoOrder {...query} />}
    </Page>
  );
}

function Payment({ order }: { order: OwnOrder }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [card, setCard] = useState(noCard);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const isHere = useIsHere();
  const sum = formatDollars(order.total);

  /** Without a method it only looks what became of the payment. */
  async function pay(method?: string): Promise<void> {
    setProblem(null);
    const payment = await payOrder(order.id, method);
    if ('url' in payment) {
      // Asked by the bank already, the member is not sent there again and again.
      if (method !== undefined) return window.location.assign(payment.url);
      setProblem('Your bank has not confirmed the payment. Try again, or use another card.');
    } else if ('message' in payment) setProblem(payment.message);
    else {
      setIsDone(true);
      if (payment.kind === 'paid') toast.success('Order placed successfully!');
      else toast.info('Your bank is still working on the payment.');
      if (isHere()) void navigate(`/orders/${order.id}`, { replace: true });
    }
    await invalidateMoved(client, ordersHttp.pay);
  }

  // Back from the page of the bank.
  const isBack = useSearchParams()[0].has('redirect_status') && order.status === 'pending';
  const [isLooking, setIsLooking] = useState(isBack);
  const look = useEffectEvent(() => void pay().finally(() => setIsLooking(false)));
  useEffect(() => {
    if (isBack) look();
  }, [isBack]);

  const form = useTextForm({
    fields: cardFields,
    schema: cardForm,
    async send({ cardNumber }) {
      const method = testMethodOf(cardNumber);
      if (method !== undefined) await pay(method);
    },
    onFailure: () => {},
  });

  if (order.status !== 'pending' && !isDone) {
    return (
      <Notice kind="info" action={<ButtonLink to={`/orders/${order.id}`}>Show order</ButtonLink>}>
        {`There is nothing to pay. This order is: ${statusWords[order.status]}.`}
      </Notice>
    );
  }
  return (
    <CheckoutStep title="Payment" problem={problem}>
      <p>{`${counted(order.items.length, 'image download')}, ${sum} in all.`}</p>
      <form {...form.props} className={styles.form}>
        <CardFields card={card} onChange={setCard} field={form.field} />
        <div className={styles.actions}>
          <Button type="submit" look="primary" busy={form.busy || isDone || isLooking}>
            {`Pay ${sum}`}
          </Button>
        </div>
      </form>
    </CheckoutStep>
  );
}
