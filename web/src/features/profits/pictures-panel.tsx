import type { EarningPicture } from '@easel/contracts/earnings/profits.http';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Picture } from '../../ui/picture.tsx';
import { FailedState } from '../../ui/states.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { earnedText } from './earned-words.ts';
import { MoreButton } from './more-button.tsx';
import { picturesQuery } from './profit-queries.ts';
import styles from './profits.module.css';

/** Earnings by picture, the highest first. */
export function PicturesPanel() {
  const query = useInfiniteQuery(picturesQuery);
  const { data, error, fetchStatus, refetch } = query;
  const pictures = data?.pages.flatMap((page) => page.pictures);

  const content = () => {
    if (!pictures) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return <Skeleton style={{ height: 240 }} />;
    }
    if (pictures.length === 0) return <p className={styles.note}>No picture has earned anything yet.</p>;
    return (
      <>
        <ul className={styles.rows} aria-label="Pictures">
          {pictures.map((picture) => (
            <PictureRow key={picture.generationId} picture={picture} />
          ))}
        </ul>
        <MoreButton query={query} />
      </>
    );
  };
  return (
    <Panel
      title="By picture"
      note="Without reversed sales, and without prize credits, which you can spend but not have paid out."
    >
      <div aria-busy={!pictures}>{content()}</div>
    </Panel>
  );
}

function PictureRow({ picture }: { picture: EarningPicture }) {
  const { generation, generationId, sales, lastSaleAt, challenges } = picture;
  const cover = generation?.variants[0];
  const title = generation?.original_prompt;
  return (
    <li>
      <span className={styles.thumbnail}>
        {cover && (
          <Picture src={cover.thumbnail_url} alt="" width={1} height={1} shape="square" thumbhash={cover.thumbhash} />
        )}
      </span>
      <div>
        {generation ? (
          <PageLink to={`/image/${generationId}`}>{title || 'Without a title'}</PageLink>
        ) : (
          'A picture that you deleted'
        )}
        <small>
          {[
            ...(sales > 0 ? [counted(sales, 'sale')] : []),
            ...(challenges > 0 ? [`${formatDollars(challenges)} by challenges`] : []),
          ].join(', ')}
          {lastSaleAt !== null && (
            <>
              {sales > 1 ? ', the last ' : ', '}
              <Time iso={lastSaleAt} />
            </>
          )}
        </small>
      </div>
      <div className={styles.end}>
        {earnedText(picture)}
        {picture.credits > 0 && <small>{`worth ${formatDollars(picture.worth)}`}</small>}
      </div>
    </li>
  );
}
