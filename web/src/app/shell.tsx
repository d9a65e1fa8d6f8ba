import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { Menu, Sparkles } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router';
import { useMe } from '../features/members/session.ts';
import { NovaButton } from '../features/nova/nova-button.tsx';
import { useMedia } from '../lib/media.ts';
import { useOnline } from '../lib/online.ts';
import { localStore } from '../lib/storage.ts';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { toast } from '../ui/toast.tsx';
import { Boundary } from './boundaries.tsx';
import { CartLink } from './cart-link.tsx';
import { DRAWER_ID, ModalDrawer, SideDrawer } from './drawer.tsx';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { OfflineSign } from './offline-sign.tsx';
import { leadsSomewhere, pages } from './pages.ts';
import { ShareMenu } from './share-menu.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserMenu } from './user-menu.tsx';

/** Nothing of it is seen; the page comes first. */
const Jobs = lazy(() => import('./jobs.tsx'));

/** From here on the drawer stands beside the page; `frame.module.css` has the same measure. */
const LARGE = '(min-width: 1100px)';
const KEY = 'drawer';

/** The frame around every page of a member. */
export function Shell() {
  const online = useOnline();
  const me = useMe();
  const { pathname } = useLocation();
  const drawer = useDrawer();

  useEffect(() => {
    const expired = me.error instanceof ApiError && me.error.status === 401;
    if (me.error && !expired) toast.error('Failed to fetch user data');
  }, [me.error]);

  const user = me.data?.user;
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.bar}>
        <IconButton
          label={drawer.isOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={drawer.isOpen}
          aria-controls={DRAWER_ID}
          onClick={drawer.toggle}
        >
          <Menu size={20} />
        </IconButton>
        <Logo compact />
        <div className={styles.nav} data-spare="true">
          {leadsSomewhere('/public-gallery') && <BarLink to="/public-gallery">Public Gallery</BarLink>}
          {leadsSomewhere('/shop') && <BarLink to="/shop">Shop</BarLink>}
          {leadsSomewhere('/pricing') && <BarLink to="/pricing">Pricing</BarLink>}
        </div>
        {user && <ShareMenu code={user.referral.code} />}
        <CartLink />
        {!pages[pathname]?.generates && (
          <ButtonLink look="primary" to="/generator" className={styles.generate}>
            <Sparkles size={20} aria-hidden="true" />
            <span>Generate</span>
          </ButtonLink>
        )}
        <ThemeToggle />
        <UserMenu user={user} />
      </header>
      <OfflineSign online={online} />
      {drawer.isLarge && drawer.isOpen && <SideDrawer />}
      {!drawer.isLarge && drawer.isOpen && <ModalDrawer onClose={drawer.close} />}
      <div className={styles.column} data-offset={drawer.isLarge && drawer.isOpen}>
        <main id="main" tabIndex={-1} className={styles.main}>
          <Boundary key={pathname}>
            <Outlet />
          </Boundary>
        </main>
        <Footer />
      </div>
      <NovaButton asker={user} />
      <Suspense>
        <Jobs />
      </Suspense>
    </>
  );
}

/** Open beside the page unless the member closed it, which is remembered; closed over the page unless asked for. */
function useDrawer() {
  const isLarge = useMedia(LARGE);
  const [beside, setBeside] = useState(() => localStore.get(KEY) !== 'closed');
  const [over, setOver] = useState(false);
  return {
    isLarge,
    isOpen: isLarge ? beside : over,
    close: () => setOver(false),
    toggle: () => {
      if (!isLarge) return setOver(!over);
      setBeside(!beside);
      localStore.set(KEY, beside ? 'closed' : 'open');
    },
  };
}

function BarLink({ to, children }: { to: string; children: string }) {
  const current = useMatch(to) !== null;
  return (
    <PageLink to={to} aria-current={current ? 'page' : undefined}>
      {children}
    </PageLink>
  );
}
