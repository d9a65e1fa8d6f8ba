import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  kind: 'info' | 'success' | 'problem';
  /** At its end. */
  action?: ReactNode;
  children: ReactNode;
}

const ICONS = { info: Info, success: CircleCheck, problem: CircleAlert };

/** A message that stays, beside what it is about. What is to be announced as well is told by a toast. */
export function Notice({ kind, action, children }: NoticeProps) {
  const Icon = ICONS[kind];
  return (
    <div className={styles.notice} data-kind={kind}>
      <Icon size={20} aria-hidden="true" />
      <p>{children}</p>
      {action}
    </div>
  );
}
