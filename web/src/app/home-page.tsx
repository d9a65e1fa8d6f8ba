import { Sparkles } from 'lucide-react';
import { ReferralBanner } from '../features/account/referral-banner.tsx';
import { QuickActions } from '../features/dashboard/quick-actions.tsx';
import { StatCards } from '../features/dashboard/stat-cards.tsx';
import { RecentImages } from '../features/gallery/recent-images.tsx';
import { PublicNameNotice } from '../features/members/public-name-notice.tsx';
import { useMe } from '../features/members/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import styles from './home-page.module.css';

/** spec: member-experience §2, Dashboard. */
export default function HomePage() {
  const user = useMe().data?.user;
  const name = user?.firstName || user?.username;
  return (
    <Page
      title="Dashboard"
      heading={name ? `Welcome back, ${name}` : 'Welcome back'}
      actions={
        <ButtonLink look="primary" to="/generator">
          <Sparkles size={20} aria-hidden="true" />
          Generate Image
        </ButtonLink>
      }
    >
      {user && <PublicNameNotice user={user} />}
      <StatCards />
      <QuickActions />
      <ReferralBanner referral={user?.referral} />
      <section className={styles.recent} aria-labelledby="recent">
        <h2 id="recent">Recent Generations</h2>
        <RecentImages />
      </section>
    </Page>
  );
}
