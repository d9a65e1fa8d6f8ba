import { brand } from '@easel/contracts/brand';
import type { galleryHttp } from '@easel/contracts/gallery/http';
import type { Generation } from '@easel/contracts/generation/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import type { searchHttp } from '@easel/contracts/search/http';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Images, LayoutGrid, Rows3, X } from 'lucide-react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { usePageMetadata } from '../../ui/metadata.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { CategoryGrid } from './category-grid.tsx';
import { Browsed, Found, Pictures, type ResultsProps } from './results.tsx';
import { addressOf, type Address, isAsked, isBrowsing, noSearch, readAddress, type Search } from './search-address.ts';
import { SearchFilters } from './search-filters.tsx';
import styles from './search-page.module.css';
import { categoriesQuery, newestQuery, suggestionsQuery, trendingQuery, useRecordSearch } from './searches.ts';

type Newest = Reply<typeof galleryHttp.public>;

/** What visitors see before they search: the pictures are the newest, of which some were chosen. */
export interface Front {
  title: string;
  /** With the page's heading. */
  words: ReactNode;
  /** Beside the words, where there is room. */
  picture: ReactNode;
  /** Before there is anything to discover. */
  first: ReactNode;
  /** After everything. */
  last: ReactNode;
  /** Whether this one of the newest is among the chosen. */
  shows: (generation: Generation) => boolean;
}

/** Of the newest; of none where they could not be read, or are still coming. */
export type FrontOf = (newest: Newest | undefined, isComing: boolean) => Front;

interface SearchPageProps extends Omit<ResultsProps, 'address'> {
  /** Of those who are not signed in. */
  front?: FrontOf | undefined;
  /** The ways to the design challenges. */
  challenges: ReactNode;
}

/** spec: public-and-commerce §2.3: discovery. The address holds the search, its filters and how it is shown. */
export function SearchPage({ grid, skeleton, front: frontOf, challenges }: SearchPageProps) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const signedIn = useStore(token) !== null;
  const known = usePageMetadata();
  const address = useMemo(() => readBy(params, signedIn), [params, signedIn]);
  const { search, view } = address;
  const to = (changed: Partial<Search>) => addressOf({ search: { ...search, ...changed }, view, page: 1 });
  const narrow = (changed: Partial<Search>) => void navigate(to(changed), { replace: true });
  const asked = isAsked(search);
  const discovering = !asked && search.of === '';
  const newest = useQuery({ ...newestQuery, enabled: discovering });
  const isFront = frontOf !== undefined && discovering && !signedIn;
  // What would only be pushed down waits.
  const isComing = isFront && isWaiting(newest);
  const front = isFront ? frontOf(newest.data, isComing) : undefined;
  const left = newest.data?.items.filter((generation) => !front?.shows(generation));
  const isAllShown = front !== undefined && left?.length === 0 && newest.data?.items.length !== 0;
  // Beside words a category is one filter more, and what is found comes first.
  const categorised = search.of === '' && search.like === '' && search.q === '';
  const trending = useQuery({ ...trendingQuery, enabled: discovering });
  const categories = useQuery({ ...categoriesQuery, enabled: categorised });
  const isHeld = isComing || (discovering && isWaiting(trending)) || (categorised && isWaiting(categories));
  useTopOnChange(isFront);

  return (
    <Page ownHeading {...(front && { title: front.title })}>
      {/* Whoever types goes on typing in the same field, whatever stands around it. */}
      <div className={styles.hero} data-front={isFront}>
        <div className={styles.words}>
          {front?.words ?? (
            <>
              <h1 tabIndex={-1}>{known.title}</h1>
              <p className={styles.lead}>
                {`Pictures that members of ${brand.name} made from words and show to everyone.`}
              </p>
            </>
          )}
        </div>
        {front && <div className={styles.aside}>{front.picture}</div>}
        <div className={styles.find}>
          <Field search={search} view={view} />
          <ButtonLink to="/public-gallery">
            <Images size={20} aria-hidden="true" />
            Public Gallery
          </ButtonLink>
          {!front && <SearchFilters search={search} onChange={narrow} />}
          {asked && (
            <ButtonLink to={addressOf({ search: { ...noSearch, of: search.of }, view, page: 1 })}>
              <X size={20} aria-hidden="true" />
              Clear
            </ButtonLink>
          )}
        </div>
      </div>
      {front?.first}
      {discovering && !isHeld && <Trending trending={trending.data?.trending} view={view} />}
      {categorised && !isHeld && (
        <CategoryGrid
          categories={categories.data?.categories}
          chosen={search.category}
          onChoose={(category) => narrow({ category })}
        />
      )}
      {!isAllShown && !isHeld && (
        <section className={styles.results} aria-labelledby="search-results">
          <div className={styles.head}>
            <h2 id="search-results">{headingOf(search)}</h2>
            {signedIn && search.like === '' && (
              <Switch
                legend="Search in"
                chosen={search.of}
                options={[
                  { value: '', label: 'Everyone’s' },
                  { value: 'own', label: 'Yours' },
                ]}
                onChoose={(of) => narrow({ of })}
              />
            )}
            <Switch
              legend="View"
              chosen={view}
              options={[
                { value: 'grid', label: 'Grid', Icon: LayoutGrid },
                { value: 'list', label: 'List', Icon: Rows3 },
              ]}
              onChoose={(chosen) =>
                void navigate(addressOf({ ...address, view: chosen === 'list' ? 'list' : 'grid' }), { replace: true })
              }
            />
          </div>
          {discovering ? (
            <Newest
              address={address}
              grid={grid}
              skeleton={skeleton}
              query={newest}
              generations={left}
              below={isFront}
            />
          ) : (
            <Content address={address} grid={grid} skeleton={skeleton} />
          )}
        </section>
      )}
      {discovering && !isHeld && challenges}
      {!isComing && front?.last}
    </Page>
  );
}

/**
 * Between the front page and what is found, everything moves: both begin at their top, and what has the focus is in
 * view.
 */
function useTopOnChange(isFront: boolean): void {
  const before = useRef(isFront);
  useLayoutEffect(() => {
    if (before.current === isFront) return;
    before.current = isFront;
    window.scrollTo(0, 0);
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [isFront]);
}

/** Whoever is not signed in has no pictures of their own. */
function readBy(params: URLSearchParams, signedIn: boolean): Address {
  const address = readAddress(params);
  return signedIn ? address : { ...address, search: { ...address.search, of: '' } };
}

function headingOf(search: Search): string {
  if (search.like !== '') return 'Images that look like it';
  if (search.of === 'own') return 'Your images';
  return isAsked(search) ? 'Results' : 'Newest images';
}

/** Searches as somebody types; what they meant to search for is recorded. */
function Field({ search, view }: { search: Search; view: Address['view'] }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search.q);
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery({ ...suggestionsQuery(typed), enabled: wanted && search.of === '' });
  const record = useRecordSearch();
  const onSearch = useCallback(
    (q: string) => void navigate(addressOf({ search: { ...search, q, like: '' }, view, page: 1 }), { replace: true }),
    [search, view, navigate],
  );
  return (
    <div className={styles.field} onFocus={() => setWanted(true)}>
      <SearchBox
        label={search.of === 'own' ? 'Search your images' : 'Search public images'}
        placeholder={search.of === 'own' ? 'Search your pictures' : 'Search what others made'}
        value={search.q}
        onSearch={onSearch}
        onCommit={search.of === 'own' ? undefined : (q) => record({ ...search, q, like: '' })}
        onType={setTyped}
        suggestions={search.of === '' ? (data?.suggestions ?? []) : []}
      />
    </div>
  );
}

const isWaiting = ({ isPending, fetchStatus }: Pick<UseQueryResult, 'isPending' | 'fetchStatus'>): boolean =>
  isPending && fetchStatus !== 'paused';

interface TrendingProps {
  /** Undefined where it is not known. */
  trending: Reply<typeof searchHttp.trending>['trending'] | undefined;
  view: Address['view'];
}

/** What many search for; nothing where that is not known. */
function Trending({ trending = [], view }: TrendingProps) {
  const record = useRecordSearch();
  if (trending.length === 0) return null;
  return (
    <section aria-labelledby="search-trending" className={styles.trending}>
      <h2 id="search-trending">Trending searches</h2>
      <ul>
        {trending
          .map(({ query: q }) => ({ ...noSearch, q }))
          .map((search) => (
            <li key={search.q}>
              <PageLink
                to={addressOf({ search, view, page: 1 })}
                className={styles.chip}
                onClick={() => record(search)}
              >
                {search.q}
              </PageLink>
            </li>
          ))}
      </ul>
    </section>
  );
}

interface SwitchProps {
  legend: string;
  chosen: string;
  options: readonly { value: string; label: string; Icon?: typeof Rows3 }[];
  onChoose: (value: string) => void;
}

const Switch = ({ legend, chosen, options, onChoose }: SwitchProps) => (
  <div className={styles.switch}>
    <ChoiceGroup legend={legend} layout="row">
      {options.map(({ value, label, Icon }) => (
        <Choice
          key={value}
          name={legend}
          value={value}
          label={label}
          checked={value === chosen}
          onChange={() => onChoose(value)}
        >
          {Icon ? <Icon size={20} aria-hidden="true" /> : label}
        </Choice>
      ))}
    </ChoiceGroup>
  </div>
);

function Content(props: ResultsProps) {
  return isBrowsing(props.address.search) ? <Browsed {...props} /> : <Found {...props} />;
}

interface NewestProps extends ResultsProps {
  query: UseQueryResult<Newest>;
  /** Those that are shown here. */
  generations: readonly Generation[] | undefined;
  below: boolean;
}

/** What there is to discover before anything is searched for. */
function Newest({ address, grid, skeleton, query, generations, below }: NewestProps) {
  const { data, error, fetchStatus, refetch } = query;
  if (!data || !generations) {
    if (!error && fetchStatus !== 'paused') return skeleton;
    return <FailedState error={error} onRetry={() => void refetch()} />;
  }
  if (data.items.length === 0) {
    return (
      <EmptyState icon={<Images size={28} />} title="No public images yet">
        <ButtonLink look="primary" to="/generator">
          Create Images
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <div className={styles.list}>
      <Pictures label="Newest images" view={address.view} grid={grid} generations={generations} below={below} />
      <ButtonLink className={styles.more} to="/gallery?category=public">
        See all public images
      </ButtonLink>
    </div>
  );
}
