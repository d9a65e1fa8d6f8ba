import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images, UsersRound } from 'lucide-react';
import { counted } from '../../lib/figures.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { AuthorLink } from '../images/byline.tsx';
import { MorePictures, type PictureGrid } from './more-pictures.tsx';
import { feedQuery, followingQuery } from './people.ts';
import styles from './people.module.css';

/** Whom the member follows, and their public pictures, the newest first. */
export function FollowingPage(look: PictureGrid) {
  const following = useQuery(followingQuery);
  const feed = useInfiniteQuery(feedQuery);
  const { data, error, fetchStatus } = following;

  const content = () => {
    if (!data) {
      if (!error && fetchStatus !== 'paused') return look.skeleton;
      return <FailedState error={error} onRetry={() => void following.refetch()} />;
    }
    if (data.people.length === 0) {
      return (
        <EmptyState icon={<UsersRound size={28} />} title="You follow nobody yet">
          <p>Open a picture that you like, and follow whoever made it.</p>
          <ButtonLink look="primary" to="/public-gallery">
            Public Gallery
          </ButtonLink>
        </EmptyState>
      );
    }
    return (
      <>
        <ul className={styles.people} aria-label="People you follow">
          {data.people.map((person) => (
            <li key={person.id}>
              <AuthorLink author={person} />
            </li>
          ))}
        </ul>
        <MorePictures
          {...look}
          label="Pictures by people you follow"
          pictures={feed}
          nothing={<EmptyState icon={<Images size={28} />} title="They show no pictures yet" />}
        />
      </>
    );
  };
  return (
    <Page lead={data && data.people.length > 0 && counted(data.people.length, 'person', 'people')}>{content()}</Page>
  );
}
