import { addressFaults } from '@easel/contracts/orders/address';
import { ArrowLeft, ShoppingCart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { focusHeading } from '../../lib/focus.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { cart, useCart } from '../cart/cart.ts';
import { cardForm, noCard, personalForm, type Card, type Delivery, type Personal } from './checkout-form.ts';
import { PaymentStep, PersonalStep } from './checkout-forms.tsx';
import { CheckoutStep, Progress } from './checkout-step.tsx';
import { addressOfStep, stepAt, stepsOf, stepTitles, type Step, type StepsFor } from './checkout-steps.ts';
import { Summary } from './checkout-summary.tsx';
import styles from './checkout.module.css';
import { LateDeliveryStep, LatePayOrder, LateReview, useStepsAhead } from './late-steps.ts';
import { isDelivered, sumsOf } from './order-sums.ts';
import type { PayBy } from './place-order.ts';
import { StripeStep } from './stripe-step.tsx';
import { testMethodOf } from './test-cards.ts';
import { useDetails } from './use-details.ts';
import { usePlacing } from './use-placing.ts';
import { useStripeFields, type StripeFields } from './use-stripe-fields.ts';

interface CheckoutPageProps {
  /** Fills the first step in at first; undefined until known. */
  profile: Pick<Personal, 'firstName' | 'lastName' | 'email'> | undefined;
  /** Whether orders are placed without a payment now. */
  testMode: boolean;
  /** With which Stripe's own card fields are shown; null where test cards alone are taken. */
  stripeKey: string | null;
}

/** spec: public-and-commerce §2.17: checks out the cart, or with `?order=` pays an order that waits for it. */
export function CheckoutPage(props: CheckoutPageProps) {
  const [params] = useSearchParams();
  const order = params.get('order');
  return order === null ? (
    <CartCheckout {...props} />
  ) : (
    <LatePayOrder key={order} id={order} stripeKey={props.stripeKey} />
  );
}

function CartCheckout({ profile, testMode, stripeKey }: CheckoutPageProps) {
  const navigate = useNavigate();
  const go = (to: Step) => void navigate(addressOfStep(to));
  const { items: inCart } = useCart();
  const { personal, delivery, change } = useDetails(profile);
  const [card, setCard] = useState(noCard);
  const placing = usePlacing(go);
  useStepsAhead();
  // What is being ordered stays on the page until the next page has come.
  const items = placing.items ?? inCart;
  const about: StepsFor = { testMode, isDelivered: isDelivered(items) };
  const total = sumsOf(items, delivery.method).total;
  const stripe = useStripeFields(testMode ? null : stripeKey, Math.round(total * 100));
  const step = useStep(about, (one) =>
    one === 'payment' && stripe ? stripe.isComplete : isFilled(one, { personal, delivery, card }),
  );

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
          <ButtonLink to="/orders">Your orders</ButtonLink>
        </EmptyState>
      </Page>
    );
  }

  const steps = stepsOf(about);
  const turnBy = (by: 1 | -1) => {
    placing.forgive();
    go(steps[steps.indexOf(step) + by] ?? step);
  };
  const next = () => turnBy(1);
  const previous = () => turnBy(-1);
  const place = () =>
    placing.place({
      items: inCart,
      personal,
      delivery: isDelivered(inCart) ? delivery : null,
      testMode,
      payBy: testMode ? undefined : payBy(stripe, card),
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
              onChange={(name, value) => change({ [name]: value })}
              onNext={(values) => {
                change(values);
                next();
              }}
            />
          )}
          {step === 'address' && (
            <LateDeliveryStep
              items={items}
              delivery={delivery}
              onChange={change}
              onNext={(address) => {
                change(address);
                next();
              }}
              onPrevious={previous}
            />
          )}
          {stripe && (
            <StripeStep
              fields={stripe}
              hidden={step !== 'payment'}
              action="Next Step"
              onNext={next}
              onPrevious={previous}
            />
          )}
          {!stripe && step === 'payment' && (
            <PaymentStep card={card} onChange={setCard} onNext={next} onPrevious={previous} />
          )}
          {step === 'review' && (
            <LateReview
              items={items}
              personal={personal}
              delivery={about.isDelivered ? delivery : null}
              payment={testMode ? 'None: this is a test order' : stripe ? 'Card, by Stripe' : cardText(card)}
              problems={placing.problems}
              busy={placing.items !== null}
              onRemove={(id) => {
                cart.remove(id);
                if (!items.some((item) => item.id !== id && placing.problems[item.id])) placing.forgive();
                toast.success('Item removed from cart');
                focusHeading();
              }}
              onPrevious={previous}
              onPlace={place}
            />
          )}
        </CheckoutStep>
        <Summary items={items} method={delivery.method} />
      </div>
    </Page>
  );
}

/** Undefined where the card is none that is taken, which the step before has refused. */
function payBy(stripe: StripeFields | null, { cardNumber }: Card): PayBy | undefined {
  if (stripe) return { confirm: stripe.confirm };
  const method = testMethodOf(cardNumber);
  return method === undefined ? undefined : { method };
}

const cardText = ({ cardNumber }: Card): string => `Card ending in ${cardNumber.slice(-4)}`;

interface Filled {
  personal: Personal;
  delivery: Delivery;
  card: Card;
}

function isFilled(step: Step, { personal, delivery, card }: Filled): boolean {
  switch (step) {
    case 'personal':
      return personalForm.safeParse(personal).success;
    case 'address':
      return Object.keys(addressFaults(delivery.address)).length === 0;
    case 'payment':
      return cardForm.safeParse(card).success;
    case 'review':
      return true;
  }
}

/** Returns the step in the address, or the one that has to come before it; the address then names that. */
function useStep(about: StepsFor, isFilledIn: (step: Step) => boolean): Step {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = params.get('step');
  const step = stepAt(asked, about, isFilledIn);
  useEffect(() => {
    if ((asked ?? 'personal') !== step) void navigate(addressOfStep(step), { replace: true });
  }, [asked, step, navigate]);
  return step;
}
