import { ordersHttp, type OwnOrder } from '@easel/contracts/orders/http';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
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
import { OrderReference } from './order-reference.tsx';
import { itemsText, placedText, statusWords } from './order-words.ts';
import { payOrder, type PayBy } from './place-order.ts';
import { StripeStep } from './stripe-step.tsx';
import { testMethodOf } from './test-cards.ts';
import { useIsHere } from './use-is-here.ts';
import { useStripeFields } from './use-stripe-fields.ts';

const bankAnswerQuery = (id: string) =>
  queryOptions({
    queryKey: ['checkout', 'payment', id],
    queryFn: () => payOrder(id),
    staleTime: Infinity,
    gcTime: 0,
  });

const hasDelivery = (order: OwnOrder | undefined): boolean => Boolean(order?.delivery);

const NOT_CONFIRMED = 'Your bank has not confirmed the payment. Try again, or use another card.';

/** Pays an order that waits for it; back from the page of the bank, it looks first what became of the payment. */
export function PayOrder({ id, stripeKey }: { id: string; stripeKey: string | null }) {
  const query = useQuery(orderQuery(id));
  const order = query.data?.order;
  const { isLooking, problem } = useBankAnswer(id, query.isPending ? undefined : placedText(hasDelivery(order)));
  return (
    <Page
      width="reading"
      title={order ? `Pay for ${order.reference}` : 'Checkout'}
      heading={
        order && (
          <>
            {'Pay for '}
            <OrderReference reference={order.reference} />
          </>
        )
      }
      actions={
        <ButtonLink to={order ? `/orders/${id}` : '/orders'}>
          <ArrowLeft size={16} aria-hidden="true" />
          Back to order
        </ButtonLink>
      }
    >
      {isLooking && <p role="status">Asking your bank about the payment…</p>}
      {!isLooking &&
        (order ? <Payment order={order} stripeKey={stripeKey} bankProblem={problem} /> : <NoOrder query={query} />)}
    </Page>
  );
}

/**
 * What the bank's page came to, where the member comes from there; a payment that was made leads on to its order and
 * says that it is `placed`, once that is known.
 */
function useBankAnswer(id: string, placed: string | undefined): { isLooking: boolean; problem: string | null } {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isBack = useSearchParams()[0].has('redirect_status');
  const { data: payment } = useQuery({ ...bankAnswerQuery(id), enabled: isBack });
  const isDone = payment?.kind === 'paid' || payment?.kind === 'processing';
  useEffect(() => {
    if (!isDone || placed === undefined) return;
    toast.success(placed);
    void invalidateMoved(client, ordersHttp.pay);
    void navigate(`/orders/${id}`, { replace: true });
  }, [isDone, placed, client, navigate, id]);
  if (!payment) return { isLooking: isBack, problem: null };
  // Asked by the bank already, the member is not sent there again and again.
  if (payment.kind === 'authenticate') return { isLooking: false, problem: NOT_CONFIRMED };
  return { isLooking: isDone, problem: 'message' in payment ? payment.message : null };
}

interface PaymentProps {
  order: OwnOrder;
  stripeKey: string | null;
  bankProblem: string | null;
}

function Payment({ order, stripeKey, bankProblem }: PaymentProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [card, setCard] = useState(noCard);
  const [problem, setProblem] = useState(bankProblem);
  const [isPaying, setIsPaying] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const isHere = useIsHere();
  const sum = formatDollars(order.total);

  const form = useTextForm({
    fields: cardFields,
    schema: cardForm,
    async send({ cardNumber }) {
      const method = testMethodOf(cardNumber);
      if (method !== undefined) await pay({ method });
    },
    onFailure: () => {},
  });
  const isPending = order.status === 'pending';
  const stripe = useStripeFields(isPending ? stripeKey : null, Math.round(order.total * 100));

  async function pay(by: PayBy): Promise<void> {
    setProblem(null);
    setIsPaying(true);
    const payment = await payOrder(order.id, by);
    setIsPaying(false);
    if ('url' in payment) return window.location.assign(payment.url);
    if ('message' in payment) setProblem(payment.message);
    else {
      setIsDone(true);
      if (payment.kind === 'paid') toast.success(placedText(hasDelivery(order)));
      else toast.info('Your bank is still working on the payment.');
      if (isHere()) void navigate(`/orders/${order.id}`);
    }
    await invalidateMoved(client, ordersHttp.pay);
  }

  if (!isPending && !isDone) {
    return (
      <Notice kind="info" action={<ButtonLink to={`/orders/${order.id}`}>Show order</ButtonLink>}>
        {`There is nothing to pay. This order is: ${statusWords[order.status]}.`}
      </Notice>
    );
  }
  return (
    <CheckoutStep title="Payment" problem={problem}>
      <p>{`${itemsText(order.items)}, ${sum} in all.`}</p>
      {stripe ? (
        <StripeStep
          fields={stripe}
          hidden={false}
          action={`Pay ${sum}`}
          busy={isPaying || isDone}
          onNext={() => void pay({ confirm: stripe.confirm })}
        />
      ) : (
        <form {...form.props} className={styles.form}>
          <CardFields card={card} onChange={setCard} field={form.field} />
          <div className={styles.actions}>
            <Button type="submit" look="primary" busy={form.busy || isDone}>
              {`Pay ${sum}`}
            </Button>
          </div>
        </form>
      )}
    </CheckoutStep>
  );
}
