import { collectionsHttp, type ListedCollection } from '@easel/contracts/collections/http';
import { collectionPath } from '@easel/contracts/collections/policy';
import { useQuery } from '@tanstack/react-query';
import { FolderHeart, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { counted } from '../../lib/figures.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import styles from './collections.module.css';
import { collectionsQuery, filling } from './collections.ts';
import { Covers } from './covers.tsx';
import { NameDialog } from './name-dialog.tsx';

/** The member's collections, and below them the links by which they share. */
export function CollectionsPage({ links }: { links: ReactNode }) {
  const { data, error, fetchStatus, refetch } = useQuery(collectionsQuery());
  const [naming, setNaming] = useState(false);
  const collections = data?.collections ?? [];

  const content = () => {
    if (!data) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return <CollectionsSkeleton />;
    }
    if (collections.length === 0) {
      return (
        <EmptyState icon={<FolderHeart size={28} />} title="No collections yet">
          <p>Choose pictures in your gallery and put them together: to find them again, or to share them by a link.</p>
          <ButtonLink look="primary" to="/your-gallery">
            Your Gallery
          </ButtonLink>
        </EmptyState>
      );
    }
    return (
      <ul className={styles.grid} aria-label="Your collections">
        {collections.map((collection) => (
          <li key={collection.id}>
            <CollectionCard collection={collection} />
          </li>
        ))}
      </ul>
    );
  };

  return (
    <Page
      lead={collections.length > 0 && counted(collections.length, 'collection')}
      actions={
        data && (
          <Button onClick={() => setNaming(true)}>
            <Plus size={20} aria-hidden="true" />
            New collection
          </Button>
        )
      }
    >
      {content()}
      {links}
      {naming && <NewCollection onClose={() => setNaming(false)} />}
    </Page>
  );
}

function CollectionCard({ collection }: { collection: ListedCollection }) {
  const { id, name, covers, pictures } = collection;
  return (
    <PageLink to={collectionPath(id)} className={styles.card}>
      <Covers covers={covers} />
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{filling(pictures)}</span>
    </PageLink>
  );
}

function NewCollection({ onClose }: { onClose: () => void }) {
  const make = useCommand(collectionsHttp.make);
  const navigate = useNavigate();
  const send = async (name: string) => {
    const { id } = await make.mutateAsync({ body: { name } });
    await navigate(collectionPath(id));
  };
  return <NameDialog title="New collection" action="Make" send={send} onClose={onClose} />;
}

const CollectionsSkeleton = () => (
  <div aria-busy="true">
    <p className="visually-hidden" role="status">
      Loading
    </p>
    <div className={styles.grid} aria-hidden="true">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div key={key} className={styles.card}>
          <Skeleton className={styles.blank} />
          <Skeleton style={{ height: 16, width: '60%' }} />
        </div>
      ))}
    </div>
  </div>
);
