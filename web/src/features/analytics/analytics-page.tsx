import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatNumber } from '../../lib/figures.ts';
import { Figure, Figures } from '../../ui/figures.tsx';
import { Page } from '../../ui/page.tsx';
import { FailedState } from '../../ui/states.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { overviewNotes, overviewQuery } from '../dashboard/overview-query.ts';
import { generationsQuery, recentQuery } from './analytics-queries.ts';
import styles from './analytics.module.css';
import { CreditsPanel } from './credits-panel.tsx';
import { rangeOf } from './days.ts';
import { QualityPanel } from './quality-panel.tsx';
import { TrendsPanel } from './trends-panel.tsx';

/** spec: public-and-commerce §2.10; spec: rulings "Analytics". */
export function AnalyticsPage({ onOpenImage }: { onOpenImage: (generationId: string) => void }) {
  const [params] = useSearchParams();
  const range = rangeOf(params.get('days'));
  const overview = useQuery(overviewQuery);
  const generations = useQuery(generationsQuery(range));
  const recent = useQuery(recentQuery);

  const all = [overview, generations, recent];
  const failed = all.find(({ data, error, fetchStatus }) => !data && (error || fetchStatus === 'paused'));
  if (failed) {
    const retry = () => all.filter(({ data }) => !data).forEach(({ refetch }) => void refetch());
    return (
      <Page>
        <FailedState title="Failed to load your analytics" error={failed.error} onRetry={retry} />
      </Page>
    );
  }

  const figures = overview.data?.dashboard.overview;
  const { totalGenerations, successRate, totalDownloads } = figures ?? {};
  const notes = overviewNotes(figures);
  const quality = generations.data?.quality;
  const figure = (value: number | undefined, unit = '') =>
    value === undefined ? undefined : `${formatNumber(value)}${unit}`;
  return (
    <Page lead="What you made, how it went, and what you did with it.">
      <Figures busy={!overview.data || !generations.data}>
        <Figure name="Total Generations" value={figure(totalGenerations)} note={notes.total} />
        <Figure name="Success Rate" value={figure(successRate, ' %')} note={notes.rate} />
        <Figure name="Average Quality" value={quality && figure(quality.averageMegapixels ?? 0, ' MP')} />
        <Figure name="Downloads" value={figure(totalDownloads)} note={notes.downloads} />
      </Figures>
      <div className={styles.panels} data-old={generations.isPlaceholderData} aria-busy={all.some(({ data }) => !data)}>
        <TrendsPanel range={range} days={generations.data?.series} />
        <CreditsPanel range={range} days={generations.data?.series} />
        <QualityPanel quality={quality} />
        <ActivityPanel activities={recent.data?.analytics} onOpenImage={onOpenImage} />
      </div>
    </Page>
  );
}
