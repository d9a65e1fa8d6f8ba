import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';
import { ownSectionQuery } from './curator-queries.ts';
import { WhatItBuys } from './what-it-buys.tsx';

/** Loaded separately, since only curators need charts and drag and drop. */
const Dashboard = lazy(() => import('./dashboard.tsx'));

/** spec: member-experience §2; spec: rulings "Curator's section". */
export default function CuratorDashboardPage() {
  const { data, error, fetchStatus, refetch } = useQuery(ownSectionQuery);
  const waiting = <Skeleton style={{ height: 480 }} />;
  const content = () => {
    if (!data) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return waiting;
    }
    if (!data.isCurator) return <WhatItBuys hasSection={data.section !== null} />;
    return (
      <Suspense fallback={waiting}>
        <Dashboard own={data} />
      </Suspense>
    );
  };
  return <Page>{content()}</Page>;
}
