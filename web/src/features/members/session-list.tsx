import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { membersHttp, type Session } from '@easel/contracts/members/http';
import { Monitor, Smartphone } from 'lucide-react';
import { focusHeading } from '../../lib/focus.ts';
import { useCommand } from '../../lib/queries.ts';
import { deviceOf } from '../../lib/user-agent.ts';
import { Badges } from '../../ui/badges.tsx';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './sessions-panel.module.css';

/** The sessions in the order given, each with the device that it is on. */
export default function SessionList({ sessions }: { sessions: readonly Session[] }) {
  return (
    <ul className={styles.sessions}>
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ul>
  );
}

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
