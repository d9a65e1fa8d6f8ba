import { collectionsHttp, type ListedCollection } from '@easel/contracts/collections/http';
import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { counted } from '../../lib/figures.ts';
import { useCommand } from '../../lib/queries.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState } from '../../ui/states.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import styles from './collections.module.css';
import { collectionsQuery, filling, useCollect, useTakeOut } from './collections.ts';
import { Covers } from './covers.tsx';
import { NameForm } from './name-form.tsx';

interface CollectDialogProps {
  generations: readonly Generation[];
  onDone: () => void;
  onClose: () => void;
}

/** Into which collection pictures go. Of a single one it is seen where it is already, and it can be taken out there. */
export function CollectDialog({ generations, onDone, onClose }: CollectDialogProps) {
  const [first] = generations;
  const only = generations.length === 1 ? first : undefined;
  const { data, error, fetchStatus, refetch } = useQuery(collectionsQuery(only?.id));
  const make = useCommand(collectionsHttp.make);
  const { mutate: collect, isPending: isAdding } = useCollect();
  const { mutate: takeOut, isPending: isTakingOut } = useTakeOut();
  const busy = isAdding || isTakingOut;
  // A single picture may go into several: the dialog stays.
  const added = only ? undefined : onDone;

  const press = (collection: ListedCollection) => {
    if (busy) return;
    if (only && collection.holds) takeOut({ collection, generations });
    else collect({ collection, generations, onDone: added });
  };
  const begin = async (name: string) => {
    const collection = await make.mutateAsync({ body: { name } });
    collect({ collection, generations, onDone });
  };

  const list = () => {
    if (!data) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return (
        <div aria-busy="true">
          <p className="visually-hidden" role="status">
            Loading
          </p>
          <Skeleton style={{ height: 116 }} />
        </div>
      );
    }
    if (data.collections.length === 0) return null;
    return (
      <ul className={styles.choices} aria-label="Your collections">
        {data.collections.map((collection) => (
          <li key={collection.id}>
            <button
              type="button"
              className={styles.choice}
              aria-pressed={only ? collection.holds : undefined}
              aria-disabled={busy || undefined}
              onClick={() => press(collection)}
            >
              <Covers covers={collection.covers} small />
              <span className={styles.choiceWords}>
                <span className={styles.name}>{collection.name}</span>
                <span className={styles.count}>{filling(collection.pictures)}</span>
              </span>
              {collection.holds ? <Check size={20} aria-hidden="true" /> : <Plus size={20} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    );
  };

  return (
    <TitledDialog title="Add to a collection" onClose={onClose} className={styles.dialog}>
      {!only && <p className={styles.count}>{counted(generations.length, 'picture')}</p>}
      {list()}
      {data && <NameForm label="A new collection" action="Add" send={begin} />}
    </TitledDialog>
  );
}
