import { ArrowLeft, ShoppingCart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { focusHeading } from '../../lib/focus.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import sums from '../../ui/sums.module.css';
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
import { PayOrder } from './pay-order.tsx';
import { PersonalFields } from './personal-fields.tsx';
import { Review } from './review.tsx';
import { testMethodOf } from './test-cards.ts';
import { usePlacing } from './use-placing.ts';

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
  <Panel title="Order summary" className={sums.summary}>
    <dl className={sums.sums}>
      <div>
        <dt>{counted(items.length, 'image download')}</dt>
        <dd>{formatDollars(totalOf(items))}</dd>
      </div>
      <div className={sums.total}>
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

/** Returns what was typed, and for the rest what the profile says. */
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

/** Returns the step in the address, or the one that has to come before it; the address then names that. */
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
