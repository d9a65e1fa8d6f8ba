import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { OnceNear } from '../../ui/once-near.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './profile-page.module.css';

interface LatePanelProps {
  /** By which an address leads here. */
  id?: string;
  className?: string | undefined;
  /** A panel whose code may still have to come. */
  children: ReactNode;
}

/** The place of a panel that stands where one has to scroll to, or where a link in a mail leads: it comes then. */
export function LatePanel({ id, className, children }: LatePanelProps) {
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const isMeant = id !== undefined && hash === `#${id}`;
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView();
  }, [isMeant]);
  return (
    <div ref={place} id={id} className={[styles.late, className].filter(Boolean).join(' ')}>
      <OnceNear placeholder={<Space />}>
        <Suspense fallback={<Space />}>{children}</Suspense>
      </OnceNear>
    </div>
  );
}

const Space = () => <Skeleton style={{ height: 180, borderRadius: 'var(--radius)' }} />;
