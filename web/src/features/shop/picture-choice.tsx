import { galleryHttp } from '@easel/contracts/gallery/http';
import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { routeQuery } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { askedAs } from '../images/image-details.ts';
import { slidesOf } from '../images/slides.ts';
import type { Offer } from './offers.ts';
import styles from './picture-choice.module.css';
import { shopPath } from './shop-address.ts';

/** The newest pictures among which one is chosen. */
const CHOICE = 24;

const newestQuery = routeQuery(['generations', 'gallery', { page: 1, limit: CHOICE }], galleryHttp.own, {
  query: { page: 1, limit: CHOICE },
});

interface PictureChoiceProps {
  /** For which a picture is chosen. */
  product: string;
  offers: readonly Offer[];
}

/** The member's newest pictures, to print one of. */
export default function PictureChoice({ product, offers }: PictureChoiceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed to come here is further down the page.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  const name = offers.find(({ id }) => id === product)?.name ?? 'Product';
  return (
    <section aria-labelledby="choose" className={styles.choice}>
      <div className={styles.head}>
        <h2 id="choose" ref={heading} tabIndex={-1}>{`${name}: choose a picture`}</h2>
        <ButtonLink to="/generator">
          <ImagePlus size={20} aria-hidden="true" />
          Create one
        </ButtonLink>
      </div>
      <Pictures product={product} />
      <p className={styles.more}>
        Any other picture is a step away: open it in <PageLink to="/your-gallery">Your Gallery</PageLink> or find it
        under <PageLink to="/my-purchases">My Purchases</PageLink>, and choose Order a print.
      </p>
    </section>
  );
}

function Pictures({ product }: { product: string }) {
  const { data, error, fetchStatus, refetch } = useQuery(newestQuery);
  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <Skeleton className={styles.blank} />;
  }
  const slides = slidesOf(data.items).slice(0, CHOICE);
  if (slides.length === 0) {
    return (
      <EmptyState icon={<ImagePlus size={28} />} title="No pictures yet">
        <ButtonLink look="primary" to="/generator">
          Create one
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <ul className={styles.pictures} aria-label="Your newest pictures">
      {slides.map(({ key, generation, variant, variantIndex }) => (
        <li key={key}>
          <PageLink
            to={shopPath({ picture: generation.id, variant: variant.id, product })}
            aria-label={`Print: ${wordsOf(generation, variantIndex)}`}
          >
            <Thumbnail image={variant} />
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(generation: Generation, index: number): string {
  const { original_prompt: prompt } = askedAs(generation, index);
  return generation.variants.length > 1 ? `image ${index + 1} of ${generation.variants.length}, ${prompt}` : prompt;
}
