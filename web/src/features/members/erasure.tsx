import { erasureHttp, type Erasure } from '@easel/contracts/erasure/http';
import { canBeGivenUp } from '@easel/contracts/erasure/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { routeQuery, useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { obstacleTexts, requestedText } from './erasure-words.ts';
import styles from './erasure.module.css';

const ErasureDialog = lazy(() => import('./erasure-dialog.tsx'));

const erasureQuery = routeQuery(['erasure'], erasureHttp.own, {});

/** The way out, at the end of the profile. What stands in its way is said where it was asked for. */
export default function OwnErasure({ username }: { username: string }) {
  const [asking, setAsking] = useState(false);
  const erasure = useQuery(erasureQuery).data?.erasure;
  return (
    <>
      {erasure?.requested ? (
        <Requested erasure={erasure} onGiveUp={() => setAsking(true)} />
      ) : (
        <div className={styles.actions}>
          <Button look="danger" disabled={!erasure} onClick={() => setAsking(true)}>
            Erase my account
          </Button>
        </div>
      )}
      {asking && erasure && (
        <Suspense>
          <ErasureDialog username={username} erasure={erasure} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}

function Requested({ erasure, onGiveUp }: { erasure: Erasure; onGiveUp: () => void }) {
  const now = useNow();
  const keep = useCommand(erasureHttp.withdraw);
  const obstacles = obstacleTexts(erasure);
  const onError = (error: Error) => toast.error(messageOf(error, 'Your account could not be kept. Please try again.'));
  const onSuccess = () => toast.success('You keep your account');
  return (
    <>
      <Notice
        kind="problem"
        action={
          <Button look="primary" busy={keep.isPending} onClick={() => keep.mutate({}, { onError, onSuccess })}>
            Keep my account
          </Button>
        }
      >
        {requestedText(erasure, now)}
      </Notice>
      {obstacles.length > 0 && (
        <>
          <ul className={styles.list}>
            {obstacles.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {erasure.waitsFor.some(({ kind }) => canBeGivenUp(kind)) && (
            <div className={styles.actions}>
              <Button onClick={onGiveUp}>Give up what is left</Button>
            </div>
          )}
        </>
      )}
    </>
  );
}
