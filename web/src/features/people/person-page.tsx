import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { Person } from '@easel/contracts/people/http';
import { personPath } from '@easel/contracts/people/policy';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Images, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { counted } from '../../lib/figures.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { useImageDeals } from '../images/image-deals.ts';
import { BlockButton, UnblockButton } from './block-button.tsx';
import { FollowButton } from './follow-button.tsx';
import { MorePictures, type PictureGrid } from './more-pictures.tsx';
import { personQuery, picturesQuery } from './people.ts';
import styles from './people.module.css';

interface PersonPageProps extends PictureGrid {
  /** What stands above the pictures of who is shown under a name. */
  section?: (name: string) => ReactNode;
}

/** Somebody’s public page: who they are, and what they show to everyone. */
export function PersonPage(look: PersonPageProps) {
  const { name = '' } = useParams();
  const { data, error, fetchStatus, refetch } = useQuery(personQuery(name));
  const person = data?.person;
  const isNowhere = error instanceof ApiError && (error.status === 404 || error.status === 400);

  const content = () => {
    if (person) return <Shown person={person} {...look} />;
    if (isNowhere) {
      return (
        <EmptyState icon={<UserRoundX size={28} />} title="Nobody is shown under this name">
          <ButtonLink to="/public-gallery">Public Gallery</ButtonLink>
        </EmptyState>
      );
    }
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return look.skeleton;
  };
  return (
    <Page
      title={isNowhere ? 'Nobody' : name}
      description={person ? `${counted(person.pictures, 'public picture')} by ${person.name}.` : `Pictures by ${name}.`}
      heading={
        isNowhere ? undefined : (
          <span className={styles.heading}>
            <Avatar of={name} src={person?.avatar_url} size={40} />
            {name}
          </span>
        )
      }
      lead={person && !person.isBlocked && figuresOf(person)}
      actions={person && <Actions person={person} />}
    >
      {content()}
    </Page>
  );
}

const figuresOf = ({ pictures, followers }: Person): string =>
  `${counted(pictures, 'picture')} · ${counted(followers, 'follower')}`;

function Shown({ person, section, ...look }: { person: Person } & PersonPageProps) {
  const { name, isYou, isBlocked } = person;
  if (!isBlocked) {
    return (
      <>
        {section?.(name)}
        <Pictures name={name} isYou={isYou} {...look} />
      </>
    );
  }
  return (
    <Notice kind="info" action={<UnblockButton person={person} />}>
      {`You have blocked ${name}. Neither of you sees the other’s pictures.`}
    </Notice>
  );
}

function Actions({ person }: { person: Person }) {
  const { Report } = useImageDeals();
  const signedIn = useStore(token) !== null;
  const { name, isYou, isBlocked } = person;
  if (isYou) return <ButtonLink to="/profile">Change how you are seen</ButtonLink>;
  return (
    <div className={styles.actions}>
      {!isBlocked && <FollowButton person={person} />}
      {signedIn && !isBlocked && <BlockButton person={person} />}
      <Report what={{ kind: 'person', path: personPath(name), name }} />
    </div>
  );
}

function Pictures({ name, isYou, ...look }: { name: string; isYou: boolean } & PictureGrid) {
  const pictures = useInfiniteQuery(picturesQuery(name));
  return (
    <MorePictures
      {...look}
      label={`Pictures by ${name}`}
      pictures={pictures}
      nothing={
        <EmptyState icon={<Images size={28} />} title={isYou ? 'You show no pictures yet' : 'No public pictures yet'}>
          {isYou && <ButtonLink to="/your-gallery">Your Gallery</ButtonLink>}
        </EmptyState>
      }
    />
  );
}
