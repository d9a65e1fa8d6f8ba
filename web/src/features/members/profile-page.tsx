import { ERASURE_DAYS } from '@easel/contracts/erasure/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { membersHttp } from '@easel/contracts/members/http';
import type { QueryRoot } from '@easel/contracts/query-roots';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { lazy, useState, type ReactNode } from 'react';
import { useOnline } from '../../lib/online.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { FailedState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { AccountStats } from './account-stats.tsx';
import { LatePanel } from './late-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import styles from './profile-page.module.css';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { ME, useMe } from './session.ts';
import { PublicProfilePanel } from './public-profile-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

// They stand where one has to scroll to, and come when somebody does.
const OwnDataExport = lazy(() => import('./data-export.tsx'));
const OwnErasure = lazy(() => import('./erasure.tsx'));

/** What is read anew on demand. */
const ACCOUNT: readonly QueryRoot[] = [ME, 'plan', 'balance'];

interface ProfilePageProps {
  /** Draws the plan in its place among the panels; the app hands it in. */
  plan: (className: string | undefined) => ReactNode;
  /** The picture beside a name that is shown. */
  avatar?: (publicName: string) => ReactNode;
  /** Whom the member has blocked. */
  blocked?: ReactNode;
}

/** spec: public-and-commerce §2.8. */
export function ProfilePage({ plan, avatar, blocked }: ProfilePageProps) {
  const client = useQueryClient();
  const me = useMe();
  const online = useOnline();
  const [refreshing, setRefreshing] = useState(false);

  async function refresh() {
    setRefreshing(true);
    const readings = ACCOUNT.map((root) => client.refetchQueries({ queryKey: [root] }, { throwOnError: true }));
    // Without a connection they wait for one, and fail nowhere.
    const failed = !online || (await Promise.allSettled(readings)).some(({ status }) => status === 'rejected');
    setRefreshing(false);
    if (failed) toast.error('Refresh failed');
    else toast.success('Account data refreshed!');
  }

  const user = me.data?.user;
  return (
    <Page
      lead={user && `${user.firstName} ${user.lastName}`}
      actions={
        <Button busy={refreshing} onClick={() => void refresh()}>
          {!refreshing && <RefreshCw size={16} aria-hidden="true" />}
          Refresh
        </Button>
      }
    >
      {user ? (
        <>
          {!user.emailVerified && <Unverified email={user.email} />}
          <div className={styles.panels}>
            <ProfilePanel user={user} />
            <AccountStats user={user} />
            {plan(styles.wide)}
            <PublicProfilePanel user={user} />
            {user.publicProfile?.shown && avatar?.(user.publicProfile.name)}
            <PasswordPanel username={user.email} />
            <PreferencesPanel preferences={user.preferences} />
            <LatePanel
              id="data"
              title="Your data"
              note="Your facts, your statement and the originals of your pictures, in one ZIP file. You get a mail when it is packed."
            >
              <OwnDataExport username={user.email} />
            </LatePanel>
            {blocked}
            <SessionsPanel className={styles.wide} />
            <LatePanel
              title="Erase your account"
              note={`Everything you wrote and made is deleted, ${ERASURE_DAYS} days after you ask for it. Whoever bought a picture of yours keeps it.`}
              className={styles.wide}
            >
              <OwnErasure username={user.email} />
            </LatePanel>
          </div>
        </>
      ) : me.isPending && me.fetchStatus !== 'paused' ? (
        <ProfileSkeleton />
      ) : (
        <FailedState error={me.error} onRetry={() => void me.refetch()} />
      )}
    </Page>
  );
}

function Unverified({ email }: { email: string }) {
  const resend = useCommand(membersHttp.resendVerification);
  const send = () =>
    resend.mutate(
      {},
      {
        onSuccess: () => toast.success('Verification email sent'),
        onError: (error) => toast.error(messageOf(error, 'Failed to resend verification')),
      },
    );
  return (
    <Notice
      kind="info"
      action={
        <Button busy={resend.isPending} onClick={send}>
          Resend verification
        </Button>
      }
    >
      {`Your email address ${email} is not verified yet. Open the link that we sent you.`}
    </Notice>
  );
}
