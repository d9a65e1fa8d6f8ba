import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './profile-page.module.css';

/** The panels' places while the member is being read. */
export function ProfileSkeleton() {
  return (
    <div className={styles.panels} aria-busy="true">
      {['profile', 'stats', 'password', 'preferences'].map((panel) => (
        <Skeleton key={panel} style={{ height: 320, borderRadius: 'var(--radius)' }} />
      ))}
      <span className="visually-hidden" role="status">
        Loading your account
      </span>
    </div>
  );
}
