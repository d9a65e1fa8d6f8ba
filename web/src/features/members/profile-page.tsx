import { membersHttp } from '@easel/contracts/members/http';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { FailedState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { AccountStats } from './account-stats.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import styles from './profile-page.module.css';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { useMe } from './session.ts';
import { SessionsPanel } from './sessions-panel.tsx';

/** spec: public-and-commerce §2.8. */
export default function ProfilePage() {
  const me = useMe();
  const [refreshing, setRefreshing] = useState(false);

  async function refresh() {
    setRefreshing(true);
    const { isError } = await me.refetch();
    setRefreshing(false);
    if (isError) toast.error('Failed to refresh data');
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
            <PasswordPanel username={user.email} />
            <PreferencesPanel preferences={user.preferences} />
            <SessionsPanel className={styles.wide} />
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
