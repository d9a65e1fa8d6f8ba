import { ArrowLeft, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { HowToEnter } from '../features/competitions/how-to-enter.tsx';
import { formPathFrom } from '../features/members/next-path.ts';
import { useOnline } from '../lib/online.ts';
import { IconButton } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Boundary } from './boundaries.tsx';
import { Footer } from './footer.tsx';
import styles from './frame.module.css';
import { OfflineSign } from './offline-sign.tsx';
import { leadsSomewhere, FRONT_DOOR } from './pages.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/** spec: public-and-commerce §2.2: the bar of those who are not signed in. */
export function VisitorFrame() {
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  const online = useOnline();
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.bar}>
        <IconButton
          label="Back"
          // The first entry of this site's history has nothing of ours behind it.
          onClick={() => void (key === 'default' ? navigate(FRONT_DOOR) : navigate(-1))}
        >
          <ArrowLeft size={20} />
        </IconButton>
        <Logo compact />
        <nav className={styles.nav} aria-label="Main">
          {leadsSomewhere('/shop') && (
            <BarLink to="/shop" spare>
              Shop
            </BarLink>
          )}
          {leadsSomewhere('/pricing') && <BarLink to="/pricing">Pricing</BarLink>}
          {leadsSomewhere('/search') && (
            <BarLink to="/search">
              <Search size={16} aria-hidden="true" />
              <span className={styles.spareWord}>Search</span>
            </BarLink>
          )}
          <FormLink to="/login">Login</FormLink>
          <FormLink to="/register" prominent>
            Register
          </FormLink>
        </nav>
        <ThemeToggle />
      </header>
      <HowToEnter />
      <OfflineSign online={online} />
      <div className={styles.column}>
        <main id="main" tabIndex={-1} className={styles.main}>
          <Boundary key={pathname}>
            <Outlet />
          </Boundary>
        </main>
        <Footer />
      </div>
    </>
  );
}

interface BarLinkProps {
  to: string;
  /** In the footer alone where there is no room. */
  spare?: boolean;
  children: ReactNode;
}

function BarLink({ to, spare, children }: BarLinkProps) {
  const { pathname } = useLocation();
  return (
    <PageLink to={to} data-spare={spare} aria-current={pathname === to ? 'page' : undefined}>
      {children}
    </PageLink>
  );
}

interface FormLinkProps {
  to: '/login' | '/register';
  prominent?: boolean;
  children: ReactNode;
}

function FormLink({ to, prominent = false, children }: FormLinkProps) {
  const location = useLocation();
  // Where somebody wanted to go, and who invited them, is not lost between the two forms.
  const between = FORMS.has(location.pathname);
  return (
    <PageLink
      to={between ? { pathname: to, search: location.search } : formPathFrom(to, location)}
      data-prominent={prominent}
      aria-current={location.pathname === to ? 'page' : undefined}
    >
      {children}
    </PageLink>
  );
}

const FORMS = new Set(['/login', '/register']);
