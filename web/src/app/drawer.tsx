import { X } from 'lucide-react';
import { useMatch } from 'react-router';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PageLink } from '../ui/page-link.tsx';
import styles from './drawer.module.css';
import { drawerEntries, quickActions, type NavEntry } from './nav-entries.ts';

export const DRAWER_ID = 'drawer';

/** Beside the page, on large screens. */
export function SideDrawer() {
  return (
    <div id={DRAWER_ID} className={styles.side}>
      <Contents />
    </div>
  );
}

/** Over the page, on smaller ones: modal, closed by Escape, by a press outside, and by going somewhere. */
export function ModalDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label="Menu" onClose={onClose} className={styles.modal}>
      <div id={DRAWER_ID} className={styles.sheet}>
        <div className={styles.head}>
          <IconButton label="Close menu" onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
        <Contents onGo={onClose} />
      </div>
    </Dialog>
  );
}

function Contents({ onGo }: { onGo?: () => void }) {
  return (
    <>
      <nav aria-label="Main">
        <ul className={styles.entries}>
          {drawerEntries.map((entry) => (
            <li key={entry.to}>
              <DrawerLink entry={entry} className={styles.entry} onGo={onGo} />
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-labelledby="quick-actions" className={styles.quick}>
        <h2 id="quick-actions">Quick Actions</h2>
        <ul>
          {quickActions.map((entry) => (
            <li key={entry.to}>
              <DrawerLink entry={entry} className={styles.tile} onGo={onGo} />
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

interface DrawerLinkProps {
  entry: NavEntry;
  className: string | undefined;
  onGo: (() => void) | undefined;
}

function DrawerLink({ entry: { to, label, Icon }, className, onGo }: DrawerLinkProps) {
  const current = useMatch(to) !== null;
  return (
    <PageLink to={to} className={className} aria-current={current ? 'page' : undefined} onClick={onGo}>
      <Icon size={20} aria-hidden="true" />
      {label}
    </PageLink>
  );
}
