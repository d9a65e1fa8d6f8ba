import { brand } from '@easel/contracts/brand';
import { useIsSignedIn } from '../features/members/session.ts';
import { openNova } from '../features/nova/nova-opening.ts';
import { PageLink } from '../ui/page-link.tsx';
import styles from './footer.module.css';
import { leadsSomewhere } from './pages.ts';

/** Lists the specified links in their order, then later ones. spec: member-experience §2 "Footer". */
const links = [
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/report-feature', label: 'Request Feature' },
  { to: '/report-bug', label: 'Report Bug' },
  { to: '/disclaimer', label: 'Disclaimer' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-conditions', label: 'Terms & Conditions' },
  { to: '/verify-image', label: 'Verify an Image' },
  { to: '/shop', label: 'Shop' },
].filter(({ to }) => leadsSomewhere(to));

export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>{brand.name}</p>
      <nav aria-label="Footer">
        <ul className={styles.links}>
          {links.map(({ to, label }) => (
            <li key={to}>
              <PageLink to={to}>{label}</PageLink>
            </li>
          ))}
          <li>
            <GetHelp />
          </li>
        </ul>
      </nav>
    </footer>
  );
}

/** spec: rulings "Nova's users": members ask the assistant, visitors write to us. */
function GetHelp() {
  if (!useIsSignedIn()) return <PageLink to="/contact">Get Help</PageLink>;
  return (
    <button type="button" onClick={openNova}>
      Get Help
    </button>
  );
}
