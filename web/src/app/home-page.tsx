import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ReferralBanner } from '../features/account/referral-banner.tsx';
import { FirstSteps } from '../features/dashboard/first-steps.tsx';
import { greetingOf } from '../features/dashboard/greeting.ts';
import { PromptStart } from '../features/dashboard/prompt-start.tsx';
import { QuickActions } from '../features/dashboard/quick-actions.tsx';
import { StatCards } from '../features/dashboard/stat-cards.tsx';
import { recentQuery } from '../features/gallery/own-images.ts';
import { RecentImages } from '../features/gallery/recent-images.tsx';
import { bringPrompt } from '../features/generation/draft.ts';
import { PublicNameNotice } from '../features/members/public-name-notice.tsx';
import { useMe } from '../features/members/session.ts';
import { useNow } from '../lib/clock.ts';
import { Page } from '../ui/page.tsx';
import styles from './home-page.module.css';

/** Puts new and recent pictures before figures and tools. spec: member-experience §2 "Dashboard". */
export default function HomePage() {
  const me = useMe();
  const user = me.data?.user;
  const recent = useQuery(recentQuery);
  // What stands below the pictures comes when their height is known, and is moved by nothing.
  const isWaiting = [me, recent].some(({ isPending, fetchStatus }) => isPending && fetchStatus !== 'paused');
  const navigate = useNavigate();
  const start = (prompt: string) => {
    if (prompt !== '') bringPrompt(prompt);
    void navigate('/generator');
  };
  return (
    <Page title="Dashboard" heading={greetingOf(user, useNow())}>
      <PromptStart onStart={start} />
      <section className={styles.recent} aria-labelledby="recent">
        <h2 id="recent">Recent Generations</h2>
        <RecentImages />
      </section>
      <FirstSteps user={isWaiting ? undefined : (user ?? null)}>
        {user && <PublicNameNotice user={user} />}
        <StatCards />
        <QuickActions />
        <ReferralBanner referral={user?.referral} />
      </FirstSteps>
    </Page>
  );
}
