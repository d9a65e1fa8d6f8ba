import { brand } from '@easel/contracts/brand';
import { createContext, use } from 'react';
import { useLocation } from 'react-router';

export interface PageMetadata {
  title: string;
  /** A sentence for search engines and previews. */
  description: string;
}

export const unknownPage: PageMetadata = {
  title: brand.name,
  description: 'Make pictures from words, keep them, and take them with you.',
};

/** What is known of the page at a path: the app has the table of its pages. */
export const PageMetadataContext = createContext<(path: string) => PageMetadata>(() => unknownPage);

/** Of the page that is shown. */
export const usePageMetadata = (): PageMetadata => use(PageMetadataContext)(useLocation().pathname);

interface MetadataProps {
  /** Where the page knows better than the table, because it depends on what is shown. */
  title?: string | undefined;
  description?: string | undefined;
}

/** What the browser's tab, search engines and previews are told of the page. One a page. */
export function Metadata({ title, description }: MetadataProps) {
  const known = usePageMetadata();
  const name = title ?? known.title;
  return (
    <>
      <title>{name === brand.name ? name : `${name} · ${brand.name}`}</title>
      <meta name="description" content={description ?? known.description} />
    </>
  );
}
