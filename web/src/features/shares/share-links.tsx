import type { Share } from '@easel/contracts/shares/http';
import { collectionPath } from '@easel/contracts/collections/policy';
import { useQuery } from '@tanstack/react-query';
import { PageLink } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FailedState } from '../../ui/states.tsx';
import { ShareRow } from './share-row.tsx';
import { sharesQuery } from './shares.ts';
import styles from './shares.module.css';

/** All of the member's links: those that work, and the last of those that are over. Nothing while there are none. */
export function ShareLinks() {
  const { data, error, refetch } = useQuery(sharesQuery);
  if (!data) return error ? <FailedState error={error} onRetry={() => void refetch()} /> : null;
  if (data.shares.length === 0) return null;
  return (
    <Panel title="Your links" note="Whoever has one of these sees what it shows, for as long as it works.">
      <ul className={styles.rows} aria-label="Your links">
        {data.shares.map((share) => (
          <ShareRow key={share.id} share={share} title={<Title share={share} />} />
        ))}
      </ul>
    </Panel>
  );
}

function Title({ share: { kind, shown_id: id, title } }: { share: Share }) {
  if (title === '')
    return <span className={styles.name}>{kind === 'collection' ? 'A deleted collection' : 'A deleted picture'}</span>;
  return (
    <PageLink className={styles.name} to={kind === 'collection' ? collectionPath(id) : `/image/${id}`}>
      {title}
    </PageLink>
  );
}
