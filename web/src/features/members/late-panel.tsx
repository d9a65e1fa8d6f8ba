import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { OnceNear } from '../../ui/once-near.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './profile-page.module.css';

interface LatePanelProps {
  title: string;
  note: string;
  /** By which an address leads here. */
  id?: string;
  className?: string | undefined;
  /** What may still have to come. */
  children: ReactNode;
}

/**
 * A panel that stands where one has to scroll to, or where a link in a mail leads: its content comes then, its heading
 * is there for those who go by headings.
 */
export function LatePanel({ title, note, id, className, children }: LatePanelProps) {
  const { hash } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const isMeant = id !== undefined && hash === `#${id}`;
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView();
  }, [isMeant]);
  return (
    <div ref={place} id={id} className={[styles.late, className].filter(Boolean).join(' ')}>
      <Panel title={title} note={note}>
        <OnceNear placeholder={<Space />}>
          <Suspense fallback={<Space />}>{children}</Suspense>
        </OnceNear>
      </Panel>
    </div>
  );
}

/** As high as the button that both begin with. */
const Space = () => <Skeleton style={{ height: 40 }} />;
