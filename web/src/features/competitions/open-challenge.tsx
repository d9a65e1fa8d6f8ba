import { deadlineText } from '@easel/contracts/competitions/policy';
import { CalendarClock } from 'lucide-react';
import styles from './competitions.module.css';

/** Whether there is a challenge to enter, and until when: there is none before challenges are held here. */
export function OpenChallenge() {
  return (
    <p className={styles.open}>
      <CalendarClock size={20} aria-hidden="true" />
      <span>
        <strong>No challenge is open now.</strong> {deadlineText(null, new Date(0))}. Each will run for a calendar month
        (UTC). Until challenges are held here, nothing can be entered and no prize is paid.
      </span>
    </p>
  );
}
