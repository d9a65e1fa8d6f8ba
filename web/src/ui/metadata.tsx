import { brand } from '@easel/contracts/brand';
import { useLocation } from 'react-router';
import { metadataAt } from '../lib/page-metadata.ts';

interface MetadataProps {
  /** Where the page knows better than the table, because it depends on what is shown. */
  title?: string | undefined;
  description?: string | undefined;
}

/** What the browser's tab, search engines and previews are told of the page. One a page. */
export function Metadata({ title, description }: MetadataProps) {
  const known = metadataAt(useLocation().pathname);
  const name = title ?? known.title;
  return (
    <>
      <title>{name === brand.name ? name : `${name} · ${brand.name}`}</title>
      <meta name="description" content={description ?? known.description} />
    </>
  );
}
