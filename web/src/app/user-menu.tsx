import type { User } from '@easel/contracts/members/http';
import { ChartColumn, Images, LogOut, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { signOut } from '../features/members/session.ts';
import { PageLink } from '../ui/page-link.tsx';
import items from '../ui/popover.module.css';
import { Popover } from '../ui/popover.tsx';
import styles from './user-menu.module.css';

/** spec: member-experience §2 "User menu". */
export const UserMenu = ({ user }: { user: User | undefined }) => (
  <Popover label="Account" icon={<UserRound size={20} />}>
    {(close) => (
      <>
        {user && (
          <div className={styles.who}>
            <p>{`${user.firstName} ${user.lastName}`}</p>
            <p>{user.email}</p>
          </div>
        )}
        <Items onDone={close} />
      </>
    )}
  </Popover>
);

function Items({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate();
  function leave() {
    signOut();
    // From a page that everyone may see no guard leads away.
    void navigate('/login', { replace: true });
  }
  return (
    <>
      <PageLink to="/profile" className={items.item} onClick={onDone}>
        <UserRound size={20} aria-hidden="true" />
        Profile
      </PageLink>
      <PageLink to="/analytics" className={items.item} onClick={onDone}>
        <ChartColumn size={20} aria-hidden="true" />
        Analytics
      </PageLink>
      <PageLink to="/your-gallery" className={items.item} onClick={onDone}>
        <Images size={20} aria-hidden="true" />
        Your Gallery
      </PageLink>
      <button type="button" className={items.item} onClick={leave}>
        <LogOut size={20} aria-hidden="true" />
        Sign out
      </button>
    </>
  );
}
