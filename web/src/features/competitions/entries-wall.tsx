import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../lib/figures.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { wallQuery, type EntriesOf, type EntrySort, type ShownCompetition } from './challenges.ts';
import styles from './entries.module.css';
import { EntryCard, type OnOpen } from './entry-card.tsx';

const SORTS: readonly { value: EntrySort; label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'likes', label: 'Likes' },
  { value: 'proceeds', label: 'Proceeds' },
];
const WHOSE: readonly { value: EntriesOf; label: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'following', label: 'Following' },
  { value: 'mine', label: 'Mine' },
];
const NOTHING: Readonly<Record<EntriesOf, string>> = {
  everyone: 'No entries yet',
  following: 'No entries by members you follow',
  mine: 'You have no entries in this challenge',
};
/** The product of the price list that a challenge is for. */
const PRODUCTS: Readonly<Record<ChallengeKind, string>> = { tshirt: 't-shirt', poster: 'poster' };
/** About as many pictures as are in the first rows. */
const EAGER = 4;

/** All entries of a challenge, with sort and filter. */
export function EntriesWall({ challenge, onOpen }: { challenge: ShownCompetition; onOpen: OnOpen }) {
  const signedIn = useStore(token) !== null;
  const [sort, setSort] = useState<EntrySort>('newest');
  const [of, setOf] = useState<EntriesOf>('everyone');
  const whose = signedIn ? of : 'everyone';
  const wall = useInfiniteQuery(wallQuery(challenge.id, sort, whose));
  const total = wall.data?.pages[0]?.total;
  return (
    <section className={styles.section} aria-labelledby="entries">
      <div className={styles.head}>
        <h2 id="entries">Entries</h2>
        {signedIn && <Switch legend="Show" options={WHOSE} chosen={of} onChoose={setOf} />}
        <Switch legend="Sort by" options={SORTS} chosen={sort} onChoose={setSort} />
      </div>
      <p className={styles.quiet} role="status">
        {total === undefined ? 'Loading entries…' : counted(total, 'entry', 'entries')}
      </p>
      <Wall
        wall={wall}
        nothing={NOTHING[whose]}
        product={challenge.state === 'open' ? PRODUCTS[challenge.type] : undefined}
        onOpen={onOpen}
      />
    </section>
  );
}

interface WallProps {
  wall: ReturnType<typeof useInfiniteQuery<Awaited<ReturnType<NonNullable<ReturnType<typeof wallQuery>['queryFn']>>>>>;
  nothing: string;
  product: string | undefined;
  onOpen: OnOpen;
}

function Wall({ wall, nothing, product, onOpen }: WallProps) {
  const { data, error, fetchStatus, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = wall;
  const showMore = async () => {
    const { isError } = await fetchNextPage();
    if (isError) toast.error('Failed to load more');
  };
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className={styles.blank} />;
  }
  const entries = data.pages.flatMap(({ items }) => items);
  if (entries.length === 0 && !hasNextPage) return <EmptyState icon={<Images size={28} />} title={nothing} />;
  return (
    <>
      <ul className={styles.grid} aria-label="Entries">
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <EntryCard entry={entry} product={product} eager={index < EAGER} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void showMore()}>
          Load more
        </Button>
      )}
    </>
  );
}

interface SwitchProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

const Switch = <Value extends string>({ legend, options, chosen, onChoose }: SwitchProps<Value>) => (
  <div className={styles.switch}>
    <ChoiceGroup legend={legend} layout="row">
      {options.map(({ value, label }) => (
        <Choice key={value} name={legend} value={value} checked={value === chosen} onChange={() => onChoose(value)}>
          {label}
        </Choice>
      ))}
    </ChoiceGroup>
  </div>
);
