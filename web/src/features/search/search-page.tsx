import { brand } from '@easel/contracts/brand';
import { useQuery } from '@tanstack/react-query';
import { Images, LayoutGrid, Rows3, X } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { CategoryGrid } from './category-grid.tsx';
import { Browsed, Found, type ResultsProps } from './results.tsx';
import { addressOf, type Address, isAsked, isBrowsing, noSearch, readAddress, type Search } from './search-address.ts';
import { SearchFilters } from './search-filters.tsx';
import styles from './search-page.module.css';
import { newestQuery, recordSearch, suggestionsQuery, trendingQuery } from './searches.ts';

/** spec: public-and-commerce §2.3: discovery. The address holds the search, its filters and how it is shown. */
export function SearchPage({ tryIt, grid, skeleton }: Omit<ResultsProps, 'address'> & { tryIt?: ReactNode }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const signedIn = useStore(token) !== null;
  const address = useMemo(() => readBy(params, signedIn), [params, signedIn]);
  const { search, view } = address;
  const to = (changed: Partial<Search>) => addressOf({ search: { ...search, ...changed }, view, page: 1 });
  const narrow = (changed: Partial<Search>) => void navigate(to(changed), { replace: true });
  const asked = isAsked(search);

  return (
    <Page lead={`Pictures that members of ${brand.name} made from words and show to everyone.`}>
      <div className={styles.hero}>
        <Field search={search} view={view} />
        <ButtonLink to="/public-gallery">
          <Images size={20} aria-hidden="true" />
          Public Gallery
        </ButtonLink>
        <SearchFilters search={search} onChange={narrow} />
        {asked && (
          <ButtonLink to={addressOf({ search: { ...noSearch, of: search.of }, view, page: 1 })}>
            <X size={20} aria-hidden="true" />
            Clear
          </ButtonLink>
        )}
      </div>
      {!asked && tryIt}
      {!asked && search.of === '' && <Trending to={(q) => to({ q })} />}
      {/* Beside words a category is one filter more, and what is found comes first. */}
      {search.of === '' && search.like === '' && search.q === '' && (
        <CategoryGrid chosen={search.category} onChoose={(category) => narrow({ category })} />
      )}
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
          {(asked || search.of === 'own') && (
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
          )}
        </div>
        <Content address={address} grid={grid} skeleton={skeleton} />
      </section>
    </Page>
  );
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
  const onSearch = useCallback(
    (q: string) => void navigate(addressOf({ search: { ...search, q, like: '' }, view, page: 1 }), { replace: true }),
    [search, view, navigate],
  );
  return (
    <div className={styles.field} onFocus={() => setWanted(true)}>
      <SearchBox
        label={search.of === 'own' ? 'Search your images' : 'Search public images'}
        placeholder="A fox in the snow"
        value={search.q}
        onSearch={onSearch}
        onCommit={search.of === 'own' ? undefined : recordSearch}
        onType={setTyped}
        suggestions={search.of === '' ? (data?.suggestions ?? []) : []}
      />
    </div>
  );
}

/** What many search for; nothing while that is not known. */
function Trending({ to }: { to: (q: string) => string }) {
  const { data } = useQuery(trendingQuery);
  if (!data || data.trending.length === 0) return null;
  return (
    <section aria-labelledby="search-trending" className={styles.trending}>
      <h2 id="search-trending">Trending searches</h2>
      <ul>
        {data.trending.map(({ query }) => (
          <li key={query}>
            <PageLink to={to(query)} className={styles.chip} onClick={() => recordSearch(query)}>
              {query}
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
  const { search } = props.address;
  if (isBrowsing(search)) return <Browsed {...props} />;
  if (isAsked(search) || search.of === 'own') return <Found {...props} />;
  return <Newest {...props} />;
}

/** What there is to discover before anything is searched for. */
function Newest({ grid, skeleton }: ResultsProps) {
  const { data, error, fetchStatus, refetch } = useQuery(newestQuery);
  if (!data) {
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
      {grid('Newest images', data.items)}
      <ButtonLink className={styles.more} to="/gallery?category=public">
        See all public images
      </ButtonLink>
    </div>
  );
}
