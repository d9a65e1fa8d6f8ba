import type { ReactNode } from 'react';
import { Metadata } from '../../ui/metadata.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './form-page.module.css';

interface FormPageProps {
  title: string;
  lead?: ReactNode;
  /** Above the title. */
  icon?: ReactNode;
  children: ReactNode;
}

/** A page of one form, or of what became of it. */
export function FormPage({ title, lead, icon, children }: FormPageProps) {
  return (
    <div className={styles.page}>
      <Metadata title={title} />
      <div className={styles.column}>
        <div className={styles.head}>
          {icon && (
            <span className={styles.icon} aria-hidden="true">
              {icon}
            </span>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {lead && <p>{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}

/** What is wrong with the whole of a form. The toast beside it does the announcing. */
export function FormProblem({ message }: { message: string | undefined }) {
  return message ? <Notice kind="problem">{message}</Notice> : null;
}
