import type { User } from '@easel/contracts/members/http';
import { Images, LogOut, UserRound } from 'lucide-react';
import { useRef } from 'react';
import { signOut } from '../features/members/session.ts';
import { IconButton } from '../ui/button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import styles from './user-menu.module.css';

const MENU = 'user-menu';

/** A native popover: Escape and a press elsewhere close it, and the focus comes back. */
export function UserMenu({ user }: { user: User | undefined }) {
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <IconButton label="Account" popoverTarget={MENU}>
        <UserRound size={20} />
      </IconButton>
      <div id={MENU} ref={menu} popover="auto" className={styles.menu}>
        {user && (
          <div className={styles.who}>
            <p>{`${user.firstName} ${user.lastName}`}</p>
            <p>{user.email}</p>
          </div>
        )}
        <PageLink to="/your-gallery" onClick={() => menu.current?.hidePopover()}>
          <Images size={20} aria-hidden="true" />
          Your Gallery
        </PageLink>
        <button type="button" onClick={() => void signOut()}>
          <LogOut size={20} aria-hidden="true" />
          Sign out
        </button>
      </div>
    </>
  );
}
