import type { OwnPayout } from '@easel/contracts/earnings/profits.http';
import { useInfiniteQuery } from '@tanstack/react-query';
import { shortDate } from '../../lib/dates.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { Panel } from '../../ui/panel.tsx';
import { FailedState } from '../../ui/states.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { earnedText } from './earned-words.ts';
import { MoreButton } from './more-button.tsx';
import { payoutsQuery } from './profit-queries.ts';
import styles from './profits.module.css';

/** Requested payouts with their outcome, the newest first. */
export function PayoutsPanel() {
  const query = useInfiniteQuery(payoutsQuery);
  const { data, error, fetchStatus, refetch } = query;
  const payouts = data?.pages.flatMap((page) => page.payouts);

  const content = () => {
    if (!payouts) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return <Skeleton style={{ height: 80 }} />;
    }
    if (payouts.length === 0) return <p className={styles.note}>You have not requested a payout yet.</p>;
    return (
      <>
        <ul className={styles.rows} aria-label="Payouts">
          {payouts.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} />
          ))}
        </ul>
        <MoreButton query={query} />
      </>
    );
  };
  return (
    <Panel
      title="Payouts"
      note={payouts && payouts.length > 0 ? 'Only the last four characters of IBANs are shown.' : null}
    >
      <div aria-busy={!payouts}>{content()}</div>
    </Panel>
  );
}

const PayoutRow = ({ payout }: { payout: OwnPayout }) => (
  <li>
    <div>
      <strong>{formatDollars(payout.worth)}</strong>
      <small>
        {earnedText(payout)}
        {payout.bank && ` to ${payout.bank.country} … ${payout.bank.last4}`}
      </small>
      {payout.status === 'returned' && payout.reason !== null && <small>{`Reason: ${payout.reason}`}</small>}
    </div>
    <div className={styles.end}>
      {statusText(payout)}
      <small>
        {'requested '}
        <Time iso={payout.requestedAt} />
      </small>
    </div>
  </li>
);

function statusText({ status, settledAt }: OwnPayout): string {
  const on = settledAt === null ? '' : ` on ${shortDate(settledAt)}`;
  if (status === 'paid') return `Paid${on}`;
  if (status === 'returned') return `Returned to your account${on}`;
  return 'Requested';
}
