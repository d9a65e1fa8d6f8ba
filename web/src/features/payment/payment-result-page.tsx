import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { Plan } from '@easel/contracts/subscriptions/http';
import { CircleAlert, CircleCheck, Clock, type LucideIcon } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { focusHeading } from '../../lib/focus.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';
import { outcomeOf, type Outcome } from './checkout-watch.ts';
import styles from './payment-result-page.module.css';
import { cancelledVerdict, isInForce, unknownVerdict, verdictOf, wayOn, type Verdict } from './payment-words.ts';
import { isCheckoutId, useCheckout, usePlanWatch } from './use-checkout.ts';

interface PaymentResultPageProps {
  /** What the member has by now; undefined until known. */
  walletDollars: number | undefined;
  plan: Plan | undefined;
  /** The way back to what the wallet was filled for; null where it was for nothing. */
  goOn: { to: string; label: string } | null;
}

/** Where the card service's page leads back to. It says what happened, by the server's word alone. */
export function PaymentResultPage(has: PaymentResultPageProps) {
  const [params] = useSearchParams();
  const id = params.get('session_id');
  const cancelled = params.get('cancelled');
  if (isCheckoutId(id)) return <CheckoutResult key={id} id={id} {...has} />;
  const kind = cancelled === 'plan' ? 'plan' : 'wallet';
  return (
    <Result verdict={cancelled === null ? unknownVerdict : cancelledVerdict} Icon={CircleAlert} state="unpaid">
      {cancelled !== null && <WayOn kind={kind} paid={false} goOn={has.goOn} />}
    </Result>
  );
}

const ICONS: Readonly<Record<Outcome, LucideIcon>> = {
  checking: Clock,
  slow: Clock,
  unfinished: CircleAlert,
  paid: CircleCheck,
  failed: CircleAlert,
  expired: CircleAlert,
};

function CheckoutResult({ id, walletDollars, plan, goOn }: PaymentResultPageProps & { id: string }) {
  const { data, error, isError, fetchStatus, readAnew, refetch, lookAgain } = useCheckout(id);
  const inForce = readAnew && plan !== undefined && data !== undefined && isInForce(data.checkout, plan);
  usePlanWatch(readAnew && data?.checkout.kind === 'plan' && !inForce);
  if (isError && error instanceof ApiError && error.status === 404) {
    return <Result verdict={unknownVerdict} Icon={CircleAlert} state="unpaid" />;
  }
  if (isError || (!data && fetchStatus === 'paused')) {
    return (
      <Page width="reading" heading="Your payment">
        <FailedState error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!data) return <Result verdict={null} Icon={Clock} state="checking" />;

  const { checkout, looks } = data;
  const outcome = outcomeOf(checkout.status, looks);
  const paid = outcome === 'paid';
  const verdict = verdictOf(checkout, outcome, inForce);
  return (
    <Result
      verdict={verdict}
      Icon={ICONS[outcome]}
      state={paid ? 'paid' : outcome === 'checking' ? 'checking' : 'unpaid'}
      standing={paid && <Standing kind={checkout.kind} known={readAnew} walletDollars={walletDollars} plan={plan} />}
    >
      {verdict.again && <Button onClick={lookAgain}>Look again</Button>}
      {outcome !== 'checking' && outcome !== 'slow' && <WayOn kind={checkout.kind} paid={paid} goOn={goOn} />}
    </Result>
  );
}

interface ResultProps {
  /** Null until there is one. */
  verdict: Verdict | null;
  Icon: LucideIcon;
  state: 'checking' | 'paid' | 'unpaid';
  standing?: ReactNode;
  /** Where to go on. */
  children?: ReactNode;
}

function Result({ verdict, Icon, state, standing, children }: ResultProps) {
  // The answer came after the page: whoever listens hears its heading.
  const settled = state !== 'checking';
  useEffect(() => {
    if (settled) focusHeading();
  }, [settled]);
  return (
    <Page width="reading" heading={verdict?.heading ?? 'Checking your payment'}>
      <div className={styles.result} data-state={state} aria-busy={state === 'checking'}>
        <Icon size={28} aria-hidden="true" />
        <div className={styles.words} role="status">
          {verdict ? <p>{verdict.text}</p> : <Skeleton style={{ height: 24, width: '60%', borderRadius: 6 }} />}
          {standing}
        </div>
      </div>
      <div className={styles.ways}>
        {children}
        {settled && <ButtonLink to="/statement">Your statement</ButtonLink>}
      </div>
    </Page>
  );
}

interface WayOnProps extends Pick<PaymentResultPageProps, 'goOn'> {
  kind: 'wallet' | 'plan';
  paid: boolean;
}

function WayOn({ kind, paid, goOn }: WayOnProps) {
  const { to, label } = (kind === 'wallet' && goOn) || wayOn(kind, paid);
  // The statement has its own way.
  if (to === '/statement') return null;
  return (
    <ButtonLink look="primary" to={to}>
      {label}
    </ButtonLink>
  );
}

interface StandingProps extends Omit<PaymentResultPageProps, 'goOn'> {
  kind: 'wallet' | 'plan';
  /** Read anew since it was paid. */
  known: boolean;
}

/** What the member has now. */
function Standing({ kind, known, walletDollars, plan }: StandingProps) {
  const text = kind === 'wallet' ? walletDollars !== undefined && formatDollars(walletDollars) : plan?.label;
  return (
    <p className={styles.standing}>
      <span>{kind === 'wallet' ? 'Wallet balance' : 'Your plan'}</span>
      <strong>{(known && text) || '…'}</strong>
    </p>
  );
}
