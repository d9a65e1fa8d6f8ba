import { accountHttp } from '@easel/contracts/account/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { subscriptionsHttp, type Plan } from '@easel/contracts/subscriptions/http';
import { isPaid } from '@easel/contracts/subscriptions/policy';
import { CreditCard, ExternalLink } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '../../lib/figures.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { useCommand } from '../../lib/queries.ts';
import { reachText } from '../images/download-words.ts';
import { Badges } from '../../ui/badges.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './plan-panel.module.css';
import { usePlan } from './plan-query.ts';
import { debtText, limitsOf, statusOf, termText, type LimitView } from './plan-words.ts';

/** spec: public-and-commerce §2.8: the plan, and how much of it is used. */
export function PlanPanel({ className }: { className?: string | undefined }) {
  const { data, isError, error, refetch } = usePlan();
  const plan = data?.plan;
  return (
    <Panel
      className={className}
      title="Your plan"
      note={plan ? termText(plan) : isError ? 'Not known' : 'Loading'}
      actions={
        <div className={styles.actions}>
          {plan && isPaid(plan.tier) && <ButtonLink to="/statement?reason=plan-payment">Invoices</ButtonLink>}
          {plan?.managed && <BillingButton />}
          <ButtonLink look={plan && isPaid(plan.tier) ? 'quiet' : 'primary'} to="/pricing">
            Upgrade
          </ButtonLink>
        </div>
      }
    >
      {isError && !plan ? (
        <Notice kind="problem" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {messageOf(error, 'Your plan could not be loaded.')}
        </Notice>
      ) : (
        <>
          {plan && <Debt plan={plan} />}
          <PlanView plan={plan} />
        </>
      )}
    </Panel>
  );
}

function Debt({ plan }: { plan: Plan }) {
  const pay = useCommand(accountHttp.payDebt);
  const text = debtText(plan);
  if (!plan.debt || text === undefined) return null;
  const { credits, price } = plan.debt;
  const onError = (error: Error) => toast.error(messageOf(error, 'It could not be paid'));
  const onSuccess = () => toast.success('Your debt in credits is paid');
  return (
    <Notice
      kind="problem"
      action={
        credits > 0 && (
          <Button busy={pay.isPending} onClick={() => pay.mutate({}, { onError, onSuccess })}>
            {`Pay ${formatDollars(price)} from the wallet`}
          </Button>
        )
      }
    >
      {text}
    </Notice>
  );
}

/** In its final places from the start; the figures follow. */
function PlanView({ plan }: { plan: Plan | undefined }) {
  return (
    <div className={styles.plan} aria-busy={!plan}>
      <div className={styles.name}>
        <strong>{plan?.label ?? '…'}</strong>
        <Badges label="Plan" items={[plan ? statusOf(plan) : '…']} />
      </div>
      <div className={styles.limits}>
        {limitsOf(plan).map((limit) => (
          <Limit key={limit.name} limit={limit} />
        ))}
      </div>
      <dl className={styles.figures}>
        <Figure name="Permanent credits">{plan && formatNumber(plan.credits.permanent)}</Figure>
        <Figure name="Held for images in the making">{plan && formatNumber(plan.credits.held)}</Figure>
        <Figure name="Spent this month">{plan && formatNumber(plan.credits.spent)}</Figure>
        <Figure name="Downloads">{plan && `Up to ${reachText(plan.downloads)}`}</Figure>
      </dl>
    </div>
  );
}

function Limit({ limit: { name, text, used, max } }: { limit: LimitView }) {
  return (
    <div className={styles.limit}>
      <p>
        <span>{name}</span>
        <strong>{text}</strong>
      </p>
      {max === null ? (
        <span className={styles.unlimited} />
      ) : (
        <Meter label={name} value={used} max={Math.max(max, used, 1)} text={text} />
      )}
    </div>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? '…'}</dd>
  </div>
);

/** To the card service's page for cards, invoices and cancelling. */
function BillingButton() {
  const portal = useCommand(subscriptionsHttp.portal);
  const [leaving, setLeaving] = useState(false);
  const open = () =>
    portal.mutate(
      {},
      {
        onSuccess({ url }) {
          setLeaving(true);
          window.location.assign(url);
        },
        onError: (error) => toast.error(messageOf(error, 'Billing could not be opened')),
      },
    );
  const busy = portal.isPending || leaving;
  return (
    <Button busy={busy} onClick={open}>
      {!busy && <CreditCard size={16} aria-hidden="true" />}
      Manage billing
      {!busy && <ExternalLink size={16} aria-hidden="true" />}
    </Button>
  );
}
