import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { brand } from '@easel/contracts/brand';
import { Logo } from '../../ui/logo.tsx';
import styles from './form-page.module.css';

interface FormPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A page of one form, for those who are not signed in. */
export function FormPage({ title, lead, children }: FormPageProps) {
  return (
    <main className={styles.page}>
      <title>{`${title} · ${brand.name}`}</title>
      <div className={styles.column}>
        <Logo />
        <div className={styles.head}>
          <h1 tabIndex={-1}>{title}</h1>
          <p>{lead}</p>
        </div>
        {children}
      </div>
    </main>
  );
}

/** What is wrong with the whole of a form. The toast beside it does the announcing. */
export function FormProblem({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <p className={styles.problem}>
      <CircleAlert size={20} aria-hidden="true" />
      {message}
    </p>
  );
}
