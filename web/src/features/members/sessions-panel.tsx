import { membersHttp, type Session } from '@easel/contracts/members/http';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { routeQuery } from '../../lib/queries.ts';
import { OnceNear } from '../../ui/once-near.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';

// What reads the devices’ names weighs more than the page’s own script.
const SessionList = lazy(() => import('./session-list.tsx'));

const sessionsQuery = routeQuery(['sessions'], membersHttp.sessions, {});

/** Where the member is signed in, this browser first; every other place can be signed out from here. */
export function SessionsPanel({ className }: { className: string | undefined }) {
  const sessions = useQuery(sessionsQuery);
  const known = sessions.data?.sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || later(a, b));
  return (
    <Panel
      title="Signed-in devices"
      note="If you do not know one of them, sign it out and change your password."
      className={className}
    >
      {known ? (
        <OnceNear placeholder={<Placeholder />}>
          <Suspense fallback={<Placeholder />}>
            <SessionList sessions={known} />
          </Suspense>
        </OnceNear>
      ) : sessions.isPending && sessions.fetchStatus !== 'paused' ? (
        <Placeholder />
      ) : (
        <FailedState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
    </Panel>
  );
}

const Placeholder = () => <Skeleton style={{ height: 60 }} />;

const later = (a: Session, b: Session) => Date.parse(b.created_at) - Date.parse(a.created_at);
