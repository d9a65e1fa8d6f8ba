import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { Page } from '../../ui/page.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { recordSearch, suggestionsQuery } from '../search/searches.ts';
import { AllView } from './all-view.tsx';
import { addressOf, type Address, readAddress } from './gallery-address.ts';
import { CategoryLinks, ViewLinks } from './gallery-controls.tsx';
import { MoreView, PagesView } from './gallery-views.tsx';
import { countImages } from './public-images.ts';
import styles from './public-gallery-page.module.css';

const contents = { more: MoreView, pages: PagesView, all: AllView };

/** spec: public-and-commerce §2.4. The address holds the view, its page, the search and the category. */
export default function PublicGalleryPage({ curators }: { curators?: ReactNode }) {
  const [params] = useSearchParams();
  const signedIn = useStore(token) !== null;
  const address = useMemo(() => readAddress(params), [params]);
  const Content = contents[address.view];
  return (
    <Page actions={<Search address={address} />}>
      <div className={styles.controls}>
        <CategoryLinks address={address} />
        <ViewLinks address={address} />
      </div>
      {/* All there are begins anew with what is shown. */}
      <Content
        key={address.view === 'all' ? JSON.stringify(address.filter) : address.view}
        address={address}
        signedIn={signedIn}
      />
      {isWhole(address) && curators}
    </Page>
  );
}

/** Whether everything is shown, from its beginning. */
const isWhole = ({ page, filter }: Address): boolean => page === 1 && filter.search === '' && filter.category === '';

/** Searches as somebody types; what they meant to search for is recorded. */
function Search({ address }: { address: Address }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(address.filter.search);
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery({ ...suggestionsQuery(typed), enabled: wanted });
  const onSearch = useCallback(
    (search: string) =>
      void navigate(addressOf({ ...address, page: 1, filter: { ...address.filter, search } }), { replace: true }),
    [address, navigate],
  );
  const client = useQueryClient();
  const { view, filter } = address;
  const record = (search: string) =>
    // What a category left out is not the words' to find.
    void recordSearch(
      search,
      filter.category === '' ? () => countImages(client, view, { ...filter, search }) : undefined,
    );
  return (
    <div className={styles.search} onFocus={() => setWanted(true)}>
      <SearchBox
        label="Search the public gallery"
        placeholder="Search images"
        name="search"
        value={address.filter.search}
        onSearch={onSearch}
        onCommit={record}
        onType={setTyped}
        suggestions={data?.suggestions ?? []}
      >
        {address.filter.category !== '' && <input type="hidden" name="category" value={address.filter.category} />}
        {address.view !== 'more' && <input type="hidden" name="view" value={address.view} />}
      </SearchBox>
    </div>
  );
}
