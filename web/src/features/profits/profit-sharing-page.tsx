import { payoutCents } from '@easel/contracts/earnings/policy';
import { centsToDollars, creditsToTenths } from '@easel/contracts/kernel/money';
import { useQuery } from '@tanstack/react-query';
import { Percent } from 'lucide-react';
import { formatDollars } from '../../lib/dollars.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Figure, Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { creditsNote } from './earned-words.ts';
import { PayoutsPanel } from './payouts-panel.tsx';
import { PicturesPanel } from './pictures-panel.tsx';
import { PlacesPanel } from './places-panel.tsx';
import { ownQuery, summaryQuery, type Own, type Summary } from './profit-queries.ts';
import styles from './profits.module.css';
import { SourcesPanel } from './sources-panel.tsx';

/** spec: public-and-commerce §9 "Earnings"; spec: rulings "Earn rate". */
export default function ProfitSharingPage() {
  const own = useQuery(ownQuery);
  const summary = useQuery(summaryQuery);
  const both = [own, summary];
  const failed = both.find(({ data, error, fetchStatus }) => !data && (error || fetchStatus === 'paused'));
  const content = () => {
    if (failed) {
      const retry = () => both.filter(({ data }) => !data).forEach(({ refetch }) => void refetch());
      return <FailedState title="Failed to load your earnings" error={failed.error} onRetry={retry} />;
    }
    if (!own.data || !summary.data) return <Loading />;
    return hasSold(own.data, summary.data) ? <Sold own={own.data} summary={summary.data} /> : <NothingSold />;
  };
  return <Page lead="What your pictures earned, where it is now, and your payouts.">{content()}</Page>;
}

const hasSold = ({ payouts }: Own, { sources, takenBack }: Summary): boolean =>
  sources.length > 0 || takenBack.sales > 0 || payouts.length > 0;

function Sold({ own, summary }: { own: Own; summary: Summary }) {
  const { payable } = own;
  const { total, thisMonth, paid } = summary;
  const payableCents = payoutCents({
    tenths: creditsToTenths(payable.credits),
    cents: Math.round(payable.dollars * 100),
  });
  return (
    <>
      <Figures busy={false} paired>
        <Figure name="Earned in all" value={formatDollars(total.worth)} note={creditsNote(total)} />
        <Figure name="This month" value={formatDollars(thisMonth.worth)} note={creditsNote(thisMonth)} />
        <Figure name="Payable now" value={formatDollars(centsToDollars(payableCents))} note={creditsNote(payable)} />
        <Figure name="Paid out" value={formatDollars(paid.worth)} note={creditsNote(paid)} />
      </Figures>
      <div className={styles.panels}>
        <PlacesPanel own={own} summary={summary} />
        <SourcesPanel sources={summary.sources} months={summary.months} />
        <PicturesPanel />
        <PayoutsPanel />
      </div>
    </>
  );
}

const NothingSold = () => (
  <EmptyState icon={<Percent size={28} />} title="You have not sold anything yet">
    <p>
      Make a picture public, and you earn when another member buys a clean copy of it. Challenges and a curator’s sales
      are shown here as well.
    </p>
    <div className={styles.ways}>
      <ButtonLink look="primary" to="/your-gallery">
        Choose a picture
      </ButtonLink>
      <ButtonLink to="/pricing">What a sale earns</ButtonLink>
    </div>
  </EmptyState>
);

const Loading = () => (
  <div aria-busy="true" className={styles.panels}>
    <p className="visually-hidden" role="status">
      Loading
    </p>
    <Skeleton style={{ height: 92 }} />
    <Skeleton style={{ height: 360 }} />
    <Skeleton style={{ height: 360 }} />
  </div>
);
