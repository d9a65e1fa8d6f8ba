import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { Generation } from '@easel/contracts/generation/http';
import { cutTextShown } from '@easel/contracts/kernel/cut-text';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ratioClass } from '../../ui/ratio.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { usePictureView } from '../telemetry/use-picture-view.ts';
import { askedAs, ownWordsOf, sourcesOf } from '../images/image-details.ts';
import styles from './image-page.module.css';
import { PublicDetails } from './public-details.tsx';
import { publicImageQuery } from './public-images.ts';
import { WatermarkOverlay } from './watermark-overlay.tsx';

/** What a shared link shows: one public image with all its variants. */
export default function ImagePage({ after }: { after?: (generation: Generation) => ReactNode }) {
  const { id = '' } = useParams();
  const signedIn = useStore(token) !== null;
  const { data, error, fetchStatus, refetch } = useQuery(publicImageQuery(id));

  usePictureView(data?.generation.id);

  if (!data) {
    const isNowhere = error instanceof ApiError && (error.status === 404 || error.status === 400);
    return (
      <Page title="Image">
        {isNowhere ? (
          <EmptyState icon={<ImageOff size={28} />} title="This image is not public, or not there any more">
            <ButtonLink to="/public-gallery">Public Gallery</ButtonLink>
          </EmptyState>
        ) : error || fetchStatus === 'paused' ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.image} aria-busy="true">
            <Skeleton className={styles.blank} />
          </div>
        )}
      </Page>
    );
  }

  const { generation } = data;
  return (
    <Page title={titleOf(generation.original_prompt)} description={generation.original_prompt}>
      <div className={styles.image}>
        <div className={styles.pictures}>
          {generation.variants.map((variant, index) => (
            <figure key={variant.id} className={[styles.fit, ratioClass(variant)].join(' ')}>
              <Picture
                src={variant.image_url}
                sources={sourcesOf(variant, SIZES)}
                alt={askedAs(generation, index).original_prompt}
                width={variant.width}
                height={variant.height}
                thumbhash={variant.thumbhash}
                eager={index === 0}
                overlay={<WatermarkOverlay generation={generation} width={variant.width} height={variant.height} />}
              />
              {ownWordsOf(variant) !== null && <figcaption className={styles.words}>{ownWordsOf(variant)}</figcaption>}
            </figure>
          ))}
        </div>
        <PublicDetails generation={generation} variantIndex={0} signedIn={signedIn} />
      </div>
      {after?.(generation)}
    </Page>
  );
}

/** Beside its details or above them. */
const SIZES = '(min-width: 900px) min(calc(100vw - 416px), 1200px), calc(100vw - 32px)';

const TITLE_LENGTH = 60;
const titleOf = (prompt: string): string => cutTextShown(prompt, TITLE_LENGTH);
