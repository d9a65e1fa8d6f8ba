import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { createSearchParams, useNavigate } from 'react-router';
import { useIsSignedIn } from '../features/members/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import styles from './not-found-page.module.css';
import { FRONT_DOOR } from './pages.ts';

/** Where what is looked for is shown. */
const FOUND_AT = '/public-gallery';
const SEARCH_MAX = 200;

/** What is shown at an address where there is nothing: a way to look for it, and ways on. */
export function NotFoundPage() {
  const signedIn = useIsSignedIn();
  const navigate = useNavigate();

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('search');
    const wanted = typeof text === 'string' ? text.trim() : '';
    void navigate({ pathname: FOUND_AT, search: wanted && String(createSearchParams({ search: wanted })) });
  }

  return (
    <Page
      width="reading"
      title="Page not found"
      description="There is no page at this address."
      lead="There is no page at this address. It may have been mistyped, or what was here is gone."
    >
      <form role="search" method="get" action={FOUND_AT} className={styles.search} onSubmit={search}>
        <TextField type="search" name="search" label="Search public images" maxLength={SEARCH_MAX} />
        <Button type="submit" look="primary">
          <Search size={20} aria-hidden="true" />
          Search
        </Button>
      </form>
      <nav className={styles.ways} aria-label="Ways on">
        <ButtonLink to={signedIn ? '/' : FRONT_DOOR}>Go to Homepage</ButtonLink>
        <ButtonLink to="/public-gallery">Public Gallery</ButtonLink>
        {signedIn && <ButtonLink to="/your-gallery">Your Gallery</ButtonLink>}
        <ButtonLink to="/contact">Contact Us</ButtonLink>
      </nav>
    </Page>
  );
}
