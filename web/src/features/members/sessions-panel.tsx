import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { membersHttp, type Session } from '@easel/contracts/members/http';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { focusHeading } from '../../lib/focus.ts';
import { routeQuery, useCommand } from '../../lib/queries.ts';
import { deviceOf } from '../../lib/user-agent.ts';
import { Badges } from '../../ui/badges.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './sessions-panel.module.css';

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
        <ul className={styles.sessions}>
          {known.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : sessions.isPending && sessions.fetchStatus !== 'paused' ? (
        <Skeleton style={{ height: 60 }} />
      ) : (
        <FailedState error={sessions.error} onRetry={() => void sessions.refetch()} />
      )}
    </Panel>
  );
}

const later = (a: Session, b: Session) => Date.parse(b.created_at) - Date.parse(a.created_at);

function SessionRow({ session }: { session: Session }) {
  const revoke = useCommand(membersHttp.revokeSession);
  const device = deviceOf(session.user_agent);
  const Icon = device.handheld ? Smartphone : Monitor;
  const end = () =>
    revoke.mutateAsync({ params: { id: session.id } }).then(
      () => {
        toast.success(`${device.name} was signed out`);
        // The row is gone by now, and the focus that was on its button with it.
        focusHeading();
      },
      (error: unknown) => toast.error(messageOf(error, 'Failed to sign out the device')),
    );
  return (
    <li className={styles.session}>
      <Icon size={20} aria-hidden="true" />
      <div className={styles.what}>
        <p title={session.user_agent}>{device.name}</p>
        <p>
          Signed in <Time iso={session.created_at} />
        </p>
      </div>
      {session.current ? (
        <Badges label="Which" items={['This device']} />
      ) : (
        <Button busy={revoke.isPending} aria-label={`Sign out ${device.name}`} onClick={() => void end()}>
          Sign out
        </Button>
      )}
    </li>
  );
}
