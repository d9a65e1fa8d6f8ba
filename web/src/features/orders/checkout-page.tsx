import { ordersHttp } from '@easel/contracts/orders/http';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, ShoppingCart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { focusHeading } from '../../lib/focus.ts';
import { invalidateMoved, readAnew } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { cart, totalOf, useCart, type CartItem } from '../cart/cart.ts';
import { CardFields } from './card-fields.tsx';
import {
  cardFields,
  cardForm,
  noCard,
  personalFields,
  personalForm,
  type Card,
  type Personal,
} from './checkout-form.ts';
import { CheckoutStep, Progress } from './checkout-step.tsx';
import { addressOfStep, stepAt, stepsOf, stepTitles, type Step } from './checkout-steps.ts';
import styles from './checkout.module.css';
import { keptDetails } from './kept-details.ts';
import { OUTBOX_MAX, outbox } from './outbox.ts';
import { PayOrder } from './pay-order.tsx';
import { PersonalFields } from './personal-fields.tsx';
import { placeOrder, type Order, type OrderRefusal, type Outcome } from './place-order.ts';
import { Review } from './review.tsx';
import { testMethodOf } from './test-cards.ts';
import { useIsHere } from './use-is-here.ts';

interface CheckoutPageProps {
  /** Fills the first step in at first; undefined until known. */
  profile: Pick<Personal, 'firstName' | 'lastName' | 'email'> | undefined;
  /** Whether orders are placed without a payment now. */
  testMode: boolean;
}

/** spec: public-and-commerce §2.17: checks out the cart, or with `?order=` pays an order that waits for it. */
export function CheckoutPage(props: CheckoutPageProps) {
  const [params] = useSearchParams();
  const order = params.get('order');
  return order === null ? <CartCheckout {...props} /> : <PayOrder key={order} id={order} />;
}

function CartCheckout({ profile, testMode }: CheckoutPageProps) {
  const { items: inCart } = useCart();
  const { personal, change } = usePersonal(profile);
  const [card, setCard] = useState(noCard);
  const { step, go } = useStep(testMode, (one) => isFilled(one, personal, card));
  const placing = usePlacing(go);
  const turnTo = (to: Step) => {
    placing.forgive();
    go(to);
  };
  // What is being ordered stays on the page until the next page has come.
  const items = placing.items ?? inCart;

  const back = (
    <ButtonLink to="/cart">
      <ArrowLeft size={16} aria-hidden="true" />
      Back to Cart
    </ButtonLink>
  );
  if (items.length === 0) {
    return (
      <Page actions={back}>
        <EmptyState icon={<ShoppingCart size={28} />} title="Your cart is empty">
          <ButtonLink look="primary" to="/public-gallery">
            Explore Gallery
          </ButtonLink>
        </EmptyState>
      </Page>
    );
  }

  const steps = stepsOf(testMode);
  const neighbour = (by: 1 | -1) => steps[steps.indexOf(step) + by];
  const next = () => turnTo(neighbour(1) ?? step);
  const place = () =>
    placing.place({
      items: inCart,
      personal,
      testMode,
      paymentMethod: testMode ? undefined : testMethodOf(card.cardNumber),
    });
  return (
    <Page actions={back}>
      <div role="status" className={styles.mode}>
        {testMode && (
          <Notice kind="info">
            <strong>Test Mode Active</strong>
            <br />
            Payment processing is skipped for testing purposes.
          </Notice>
        )}
      </div>
      <Progress steps={steps} current={step} />
      <div className={styles.columns}>
        <CheckoutStep title={stepTitles[step]} problem={placing.problem}>
          {step === 'personal' && (
            <PersonalStep
              personal={personal}
              onChange={change}
              onNext={(values) => {
                keptDetails.set(values);
                next();
              }}
            />
          )}
          {step === 'payment' && (
            <PaymentStep card={card} onChange={setCard} onNext={next} onPrevious={() => turnTo('personal')} />
          )}
          {step === 'review' && (
            <Review
              items={items}
              personal={personal}
              card={testMode ? undefined : card}
              problems={placing.problems}
              busy={placing.items !== null}
              onRemove={(id) => {
                cart.remove(id);
                if (!items.some((item) => item.id !== id && placing.problems[item.id])) placing.forgive();
                toast.success('Item removed from cart');
                focusHeading();
              }}
              onPrevious={() => turnTo(neighbour(-1) ?? 'personal')}
              onPlace={place}
            />
          )}
        </CheckoutStep>
        <Summary items={items} />
      </div>
    </Page>
  );
}

const Summary = ({ items }: { items: readonly CartItem[] }) => (
  <Panel title="Order summary" className={styles.summary}>
    <dl className={styles.sums}>
      <div>
        <dt>{counted(items.length, 'image download')}</dt>
        <dd>{formatDollars(totalOf(items))}</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{formatDollars(totalOf(items))}</dd>
      </div>
    </dl>
  </Panel>
);

function isFilled(step: Step, personal: Personal, card: Card): boolean {
  if (step === 'personal') return personalForm.safeParse(personal).success;
  return step === 'review' || cardForm.safeParse(card).success;
}

/** What was typed, and for the rest what the profile says. */
function usePersonal(profile: CheckoutPageProps['profile']) {
  const [typed, setTyped] = useState(() => keptDetails.get());
  const personal: Personal = {
    firstName: typed.firstName ?? profile?.firstName ?? '',
    lastName: typed.lastName ?? profile?.lastName ?? '',
    email: typed.email ?? profile?.email ?? '',
    phone: typed.phone ?? '',
  };
  const change = (name: keyof Personal, value: string) => {
    const now = { ...typed, [name]: value };
    setTyped(now);
    keptDetails.set(now);
  };
  return { personal, change };
}

/** The step in the address, or the one that has to come before it; the address then names that. */
function useStep(testMode: boolean, isFilledIn: (step: Step) => boolean) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = params.get('step');
  const step = stepAt(asked, testMode, isFilledIn);
  useEffect(() => {
    if ((asked ?? 'personal') !== step) void navigate(addressOfStep(step), { replace: true });
  }, [asked, step, navigate]);
  return { step, go: (to: Step) => void navigate(addressOfStep(to)) };
}

interface StepProps<Values> {
  onNext: (values: Values) => void;
}

function PersonalStep({
  personal,
  onChange,
  onNext,
}: StepProps<Personal> & { personal: Personal; onChange: (name: keyof Personal, value: string) => void }) {
  const form = useTextForm({
    fields: personalFields,
    schema: personalForm,
    send: (values) => Promise.resolve(onNext(values)),
    onFailure: () => {},
  });
  return (
    <form {...form.props} className={styles.form}>
      <PersonalFields personal={personal} onChange={onChange} field={form.field} />
      <div className={styles.actions}>
        <Button type="submit" look="primary">
          Next Step
        </Button>
      </div>
    </form>
  );
}

function PaymentStep({
  card,
  onChange,
  onNext,
  onPrevious,
}: StepProps<Card> & { card: Card; onChange: (card: Card) => void; onPrevious: () => void }) {
  const form = useTextForm({
    fields: cardFields,
    schema: cardForm,
    send: (values) => Promise.resolve(onNext(values)),
    onFailure: () => {},
  });
  return (
    <form {...form.props} className={styles.form}>
      <CardFields card={card} onChange={onChange} field={form.field} />
      <div className={styles.actions}>
        <Button onClick={onPrevious}>Previous</Button>
        <Button type="submit" look="primary">
          Next Step
        </Button>
      </div>
    </form>
  );
}

interface Trouble {
  problem: string | null;
  /** By the items' ids. */
  problems: Readonly<Record<string, string>>;
}

const noTrouble: Trouble = { problem: null, problems: {} };

/** Places the order, says what became of it, and leads on. */
function usePlacing(go: (step: Step) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [items, setItems] = useState<readonly CartItem[] | null>(null);
  const [trouble, setTrouble] = useState(noTrouble);
  const isHere = useIsHere();

  const leave = (to: string) => {
    if (isHere()) void navigate(to);
  };
  const stay = (now: Trouble) => {
    setItems(null);
    setTrouble(now);
    if (!isHere() && now.problem !== null) toast.error(now.problem);
  };
  const stayFor = (problem: string) => stay({ ...noTrouble, problem });

  function refuse(refusal: OrderRefusal, ordered: readonly CartItem[]): void {
    switch (refusal.kind) {
      case 'price':
        for (const [id, dollars] of refusal.prices) cart.reprice(id, dollars);
        return stayFor(
          `The price has changed: the total was ${formatDollars(totalOf(ordered))} and is ${formatDollars(refusal.total)} now. Place the order again if you agree.`,
        );
      case 'items':
        return stay({ problem: refusal.message, problems: refusal.reasons });
      case 'mode':
        void readAnew(client, 'checkout');
        return stayFor(refusal.message);
      case 'other':
        return stayFor(refusal.message);
    }
  }

  function finish(outcome: Outcome, ordered: readonly CartItem[]): void {
    switch (outcome.kind) {
      case 'test':
        toast.success('Test order placed successfully! No payment was processed.');
        return leave(`/orders/${outcome.orderId}`);
      case 'paid':
        toast.success('Order placed successfully!');
        return leave(`/orders/${outcome.orderId}`);
      case 'authenticate':
        return window.location.assign(outcome.url);
      case 'processing':
        toast.info('Order placed. Your bank is still working on the payment.');
        return leave(`/orders/${outcome.orderId}`);
      case 'waiting':
        toast.error('Order placed but failed to save to system - contact support');
        return leave('/orders');
      case 'declined':
        stayFor(outcome.message);
        if (isHere()) go('payment');
        return;
      case 'ended':
        return stayFor(`${outcome.message}. Place the order again to make a new one.`);
      case 'unknown':
        return stayFor(outcome.message);
      case 'refused':
        return refuse(outcome.refusal, ordered);
    }
  }

  async function place(order: Order): Promise<void> {
    if (items !== null) return;
    if (outbox.get().orders.length >= OUTBOX_MAX) {
      return stayFor(`${OUTBOX_MAX} orders wait to be sent already. Open Orders and send them first.`);
    }
    setItems(order.items);
    setTrouble(noTrouble);
    toast.info('Placing your order...');
    finish(await placeOrder(order), order.items);
    await invalidateMoved(client, ordersHttp.pay);
  }

  return { items, ...trouble, forgive: () => setTrouble(noTrouble), place: (order: Order) => void place(order) };
}
