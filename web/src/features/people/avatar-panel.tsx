import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { peopleHttp } from '@easel/contracts/people/http';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './avatar-panel.module.css';
import { ownAvatarQuery } from './people.ts';

const AvatarDialog = lazy(() => import('./avatar-dialog.tsx'));

/** The picture beside the member's name, which is one of their own. */
export function AvatarPanel({ name }: { name: string }) {
  const { chosen = false, avatar_url: avatar } = useQuery(ownAvatarQuery).data ?? {};
  const change = useCommand(peopleHttp.chooseAvatar);
  const [choosing, setChoosing] = useState(false);
  const remove = () =>
    change.mutate(
      { body: { avatar: null } },
      {
        onSuccess: () => toast.success('Your avatar is removed'),
        onError: (error) => toast.error(messageOf(error, 'Your avatar could not be removed')),
      },
    );
  return (
    <Panel title="Avatar" note="It stands beside your name, wherever others see it.">
      <div className={styles.avatar}>
        <Avatar of={name} src={avatar} size={80} />
        <p>{standingOf(chosen, avatar)}</p>
      </div>
      <div className={styles.actions}>
        <Button onClick={() => setChoosing(true)}>Choose a picture</Button>
        {chosen && (
          <Button busy={change.isPending} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      {choosing && (
        <Suspense>
          <AvatarDialog name={name} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

function standingOf(chosen: boolean, avatar: string | undefined): string {
  if (avatar !== undefined) return 'It is shown for as long as its picture is public.';
  return chosen
    ? 'The picture you chose is not public now. Until it is, others see a mark drawn from your name.'
    : 'For now it is a mark drawn from your name.';
}
