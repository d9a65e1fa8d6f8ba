import { collectionsHttp, type Collection } from '@easel/contracts/collections/http';
import { collectionPath } from '@easel/contracts/collections/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderHeart, FolderX, Images, Link2, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { counted } from '../../lib/figures.ts';
import { pageOf } from '../../lib/page-numbers.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { useCollecting } from '../images/collecting.ts';
import styles from './collections.module.css';
import { collectionQuery, useDeleteCollection } from './collections.ts';
import { NameDialog } from './name-dialog.tsx';

interface CollectionPageProps {
  /** The pictures of a page, to be chosen and taken out. */
  grid: (collection: Collection, generations: readonly Generation[]) => ReactNode;
  /** The grid before anything is known. */
  skeleton: ReactNode;
}

/** One of the member's collections. */
export function CollectionPage({ grid, skeleton }: CollectionPageProps) {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const client = useQueryClient();
  const page = pageOf(params.get('page'));
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(collectionQuery(id, page));
  const isNowhere = error instanceof ApiError && (error.status === 404 || error.status === 400);
  const collection = isNowhere ? undefined : data?.collection;
  const toPage = (number: number) => `${collectionPath(id)}${number > 1 ? `?page=${number}` : ''}`;

  const content = () => {
    if (isNowhere) {
      return (
        <EmptyState icon={<FolderX size={28} />} title="This collection is not there">
          <ButtonLink to="/collections">Collections</ButtonLink>
        </EmptyState>
      );
    }
    if (!data) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return skeleton;
    }
    const { items, pagination } = data;
    return (
      <PagedList
        page={page}
        pages={pagination.pages}
        toPage={toPage}
        onApproach={(near) => void client.prefetchQuery(collectionQuery(id, near))}
        isOld={isPlaceholderData}
        className={styles.list}
        nothing={
          <EmptyState icon={<Images size={28} />} title="Nothing is in it yet">
            <p>Choose pictures in your gallery, then add them to this collection.</p>
            <ButtonLink look="primary" to="/your-gallery">
              Your Gallery
            </ButtonLink>
          </EmptyState>
        }
      >
        {grid(data.collection, items)}
      </PagedList>
    );
  };

  return (
    <Page
      title={collection?.name ?? 'Collection'}
      lead={
        <span className={styles.lead}>
          <PageLink to="/collections">
            <FolderHeart size={16} aria-hidden="true" />
            Collections
          </PageLink>
          {collection && <span>{counted(collection.pictures, 'picture')}</span>}
        </span>
      }
      actions={collection && <Actions collection={collection} />}
    >
      {content()}
    </Page>
  );
}

function Actions({ collection }: { collection: Collection }) {
  const { openShareLink } = useCollecting();
  const [asking, setAsking] = useState<'name' | 'delete' | null>(null);
  const close = () => setAsking(null);
  const { id, name } = collection;
  return (
    <div className={styles.actions}>
      <Button look="primary" onClick={() => openShareLink({ kind: 'collection', id, title: name })}>
        <Link2 size={20} aria-hidden="true" />
        Share by a link
      </Button>
      <IconButton label="Rename" onClick={() => setAsking('name')}>
        <Pencil size={20} />
      </IconButton>
      <IconButton label="Delete collection" onClick={() => setAsking('delete')}>
        <Trash2 size={20} />
      </IconButton>
      {asking === 'name' && <Rename collection={collection} onClose={close} />}
      {asking === 'delete' && <Delete collection={collection} onClose={close} />}
    </div>
  );
}

function Rename({ collection: { id, name }, onClose }: { collection: Collection; onClose: () => void }) {
  const rename = useCommand(collectionsHttp.rename);
  const send = async (to: string) => {
    await rename.mutateAsync({ params: { id }, body: { name: to } });
    onClose();
  };
  return <NameDialog title="Rename this collection" action="Rename" name={name} send={send} onClose={onClose} />;
}

function Delete({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const remove = useDeleteCollection(collection);
  const navigate = useNavigate();
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => void navigate('/collections', { replace: true }),
      onError: onClose,
    });
  return (
    <ConfirmDialog
      title="Delete this collection?"
      action="Delete"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Its pictures stay in your gallery. Links to it stop working.</p>
    </ConfirmDialog>
  );
}
