import type { User } from '@easel/contracts/members/http';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/figures.ts';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { overviewQuery } from '../dashboard/overview-query.ts';
import styles from './account-stats.module.css';

/** Counts images, credits and referrals. spec: public-and-commerce §2.8 "Account Stats". */
export function AccountStats({ user: { limits, usage, referral, created_at } }: { user: User }) {
  const overview = useQuery(overviewQuery);
  const total = overview.data?.dashboard.overview.totalGenerations;
  return (
    <Panel
      title="Account Stats"
      note={
        <>
          Member since <Time iso={created_at} />
        </>
      }
    >
      <dl className={styles.figures}>
        <Figure name="Total Generations">
          {total === undefined ? (overview.isError ? '–' : '…') : formatNumber(total)}
        </Figure>
        <Figure name="Images this month">{formatNumber(usage.monthlyGenerations)}</Figure>
        {limits.total !== null && <Figure name="Limit in all">{formatNumber(limits.total)}</Figure>}
        <Figure name="Credits used this month">{formatNumber(usage.monthlyCredits)}</Figure>
        <Figure name="Referrals">{formatNumber(referral.totalReferrals)}</Figure>
        <Figure name="Referral credits">{formatNumber(referral.referralCredits)}</Figure>
      </dl>
    </Panel>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
