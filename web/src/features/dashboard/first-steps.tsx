import { galleryHttp } from '@easel/contracts/gallery/http';
import { PUBLIC_CATEGORY } from '@easel/contracts/gallery/policy';
import type { User } from '@easel/contracts/members/http';
import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { routeQuery } from '../../lib/queries.ts';
import { PageLink } from '../../ui/page-link.tsx';
import styles from './first-steps.module.css';
import { useStats, type Stats } from './stats.ts';

/** Its total is all that is asked for. */
const publishedQuery = routeQuery(['generations', 'published'], galleryHttp.own, {
  query: { category: PUBLIC_CATEGORY, page: 1, limit: 1 },
});

interface Step {
  name: string;
  says: string;
  to: string;
  done: boolean;
}

interface FirstStepsProps {
  /** Undefined until known, null where it cannot be. */
  user: Pick<User, 'email' | 'emailVerified'> | null | undefined;
  /** What stands below them: it comes with them, and is moved by nothing. */
  children?: ReactNode;
}

/** A newcomer's three steps, until all of them are done; nothing before it is known which are. */
export function FirstSteps({ user, children }: FirstStepsProps) {
  const stats = useStats();
  const published = useQuery(publishedQuery);
  const isWaiting = published.isPending && published.fetchStatus !== 'paused';
  if (user === undefined || stats === 'pending' || isWaiting) return null;
  return (
    <>
      {user && stats !== 'unknown' && published.data && (
        <Steps user={user} stats={stats} published={published.data.total} />
      )}
      {children}
    </>
  );
}

interface StepsProps {
  user: Pick<User, 'email' | 'emailVerified'>;
  stats: Stats;
  published: number;
}

function Steps({ user, stats, published }: StepsProps) {
  const steps: Step[] = [
    {
      name: 'Verify your email',
      says: `Open the link that was mailed to ${user.email}, or ask for another in your profile.`,
      to: '/profile',
      done: user.emailVerified,
    },
    {
      name: 'Make your first picture',
      says: 'Say what you want to see; your plan’s credits pay for it.',
      to: '/generator',
      done: stats.totalGenerations === null || stats.totalGenerations > 0,
    },
    {
      name: 'Show one to everyone',
      says: 'Open a picture of yours and make it public: others may like it, remix it and buy it.',
      to: '/your-gallery',
      done: published > 0,
    },
  ];
  if (steps.every(({ done }) => done)) return null;
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">Your first steps</h2>
      <ol>
        {steps.map(({ name, says, to, done }) => (
          <li key={name} data-done={done}>
            {done ? (
              <CircleCheck size={20} role="img" aria-label="Done" />
            ) : (
              <Circle size={20} role="img" aria-label="To do" />
            )}
            <span>
              {done ? <span className={styles.name}>{name}</span> : <PageLink to={to}>{name}</PageLink>}
              {!done && <span className={styles.says}>{says}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
