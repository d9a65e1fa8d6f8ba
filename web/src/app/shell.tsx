import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router';
import { JobWatch } from '../features/generation/job-watch.tsx';
import { useMe } from '../features/members/session.ts';
import { ApiError } from '../lib/api.ts';
import { useOnline } from '../lib/online.ts';
import { Logo } from '../ui/logo.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { toast } from '../ui/toast.tsx';
import { Boundary } from './boundaries.tsx';
import styles from './shell.module.css';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserMenu } from './user-menu.tsx';

/** The frame around every page of a member. */
export function Shell() {
  const online = useOnline();
  const me = useMe();
  const { pathname } = useLocation();

  useEffect(() => {
    const expired = me.error instanceof ApiError && me.error.status === 401;
    if (me.error && !expired) toast.error('Failed to fetch user data');
  }, [me.error]);

  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.bar}>
        <Logo compact />
        <nav className={styles.nav} aria-label="Main">
          <NavItem to="/generator">Generate</NavItem>
          <NavItem to="/your-gallery">Your Gallery</NavItem>
        </nav>
        <ThemeToggle />
        <UserMenu user={me.data?.user} />
      </header>
      <p className={styles.offline} role="status">
        {!online && (
          <span>
            <CloudOff size={20} aria-hidden="true" />
            You are offline. What you see may be old.
          </span>
        )}
      </p>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Boundary key={pathname}>
          <Outlet />
        </Boundary>
      </main>
      <JobWatch />
    </>
  );
}

function NavItem({ to, children }: { to: string; children: string }) {
  const current = useMatch(to) !== null;
  return (
    <PageLink to={to} aria-current={current ? 'page' : undefined}>
      {children}
    </PageLink>
  );
}
