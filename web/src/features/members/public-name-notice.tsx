import { membersHttp, type User } from '@easel/contracts/members/http';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../lib/queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './profile-page.module.css';
import { keepMember } from './session.ts';

/** Asks whoever has not chosen yet how they want to be seen; to stay hidden is an answer. */
export function PublicNameNotice({ user }: { user: User }) {
  const client = useQueryClient();
  const change = useCommand(membersHttp.updatePublicProfile);
  if (user.publicProfile !== null) return null;
  const stayHidden = () =>
    change.mutate(
      { body: { name: '', shown: false } },
      {
        onSuccess: ({ publicProfile }) => keepMember(client, (known) => ({ ...known, publicProfile })),
        onError: () => toast.error('Your choice could not be saved. Please try again.'),
      },
    );
  return (
    <Notice
      kind="info"
      action={
        <div className={styles.actions}>
          <ButtonLink look="primary" to="/profile">
            Choose a public name
          </ButtonLink>
          <Button busy={change.isPending} onClick={stayHidden}>
            Stay hidden
          </Button>
        </div>
      }
    >
      Pictures that you make public bear no name. With a public name they do, and others can follow you.
    </Notice>
  );
}
