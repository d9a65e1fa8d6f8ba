import { allowanceTenths, subscribedTierOf } from '@easel/contracts/account/policy';
import type { User } from '@easel/contracts/members/http';
import type { ReactNode } from 'react';
import { useNow } from '../../lib/clock.ts';
import { capitalised, formatNumber } from '../../lib/figures.ts';
import { Badges } from '../../ui/badges.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './account-stats.module.css';
import { planOf } from './plan.ts';

/** spec: public-and-commerce §2.8, Account Stats: the plan, its limits, and what is used of them. */
export function AccountStats({ user }: { user: User }) {
  const { limits, usage, referral, subscription } = user;
  const plan = planOf(subscription, useNow());
  const used = formatNumber(usage.monthlyGenerations);
  return (
    <Panel
      title="Account Stats"
      note={
        <>
          Member since <Time iso={user.created_at} />
        </>
      }
      actions={<Badges label="Plan" items={[plan.label, capitalised(plan.status)]} />}
    >
      <div className={styles.limit}>
        <p>
          <span>Images this month</span>
          <strong>
            {limits.monthly === null ? `${used}, no limit` : `${used} of ${formatNumber(limits.monthly)}`}
          </strong>
        </p>
        {limits.monthly !== null && (
          <Meter
            label="Images this month"
            value={usage.monthlyGenerations}
            max={limits.monthly}
            text={`${used} of ${formatNumber(limits.monthly)} images`}
          />
        )}
      </div>
      <dl className={styles.figures}>
        <Figure name="Credits a month">{formatNumber(allowanceTenths(subscribedTierOf(plan.tier)) / 10)}</Figure>
        <Figure name="Credits used">{formatNumber(usage.monthlyCredits)}</Figure>
        <Figure name="Total images">{formatNumber(usage.totalGenerations)}</Figure>
        {limits.total !== null && <Figure name="Limit in all">{formatNumber(limits.total)}</Figure>}
        <Figure name="Referral credits">{formatNumber(referral.referralCredits)}</Figure>
        <Figure name="Referrals">{formatNumber(referral.totalReferrals)}</Figure>
        {subscription.endDate !== null && (
          <Figure name={plan.status === 'expired' ? 'Plan ended' : 'Plan until'}>
            <Time iso={subscription.endDate} />
          </Figure>
        )}
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
