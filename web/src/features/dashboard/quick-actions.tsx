import { ChartColumn, Frame, Images, Shirt, Sparkles } from 'lucide-react';
import { PageLink } from '../../ui/page-link.tsx';
import styles from './quick-actions.module.css';

/** spec: member-experience §2 "Dashboard". A tile for each tool whose page exists. */
const TILES = [
  { to: '/generator', name: 'Creative Studio', says: 'Make pictures from words', Icon: Sparkles },
  { to: '/tshirt-competition', name: 'T-Shirt Challenge', says: 'Enter a shirt design', Icon: Shirt },
  { to: '/poster-competition', name: 'Poster Challenge', says: 'Enter a poster', Icon: Frame },
  { to: '/your-gallery', name: 'Your Gallery', says: 'Find, download, publish', Icon: Images },
  { to: '/analytics', name: 'Analytics', says: 'How your pictures do', Icon: ChartColumn },
] as const;

export function QuickActions() {
  return (
    <nav aria-label="Tools">
      <ul className={styles.tiles}>
        {TILES.map(({ to, name, says, Icon }) => (
          <li key={to}>
            <PageLink to={to} className={styles.tile}>
              <Icon size={20} aria-hidden="true" />
              <span>
                <span className={styles.name}>{name}</span>
                <span className={styles.says}>{says}</span>
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
