import type { Generation } from '@easel/contracts/generation/http';
import { brand } from '@easel/contracts/brand';
import { purchaseProblems, isChallengeEntry } from '@easel/contracts/purchases/policy';
import { Download, Link2, LogIn, Palette, ShoppingBag, Shuffle, Stamp } from 'lucide-react';
import { copyText } from '../../lib/clipboard.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { Byline } from '../images/byline.tsx';
import { useImageDeals, type WantedImage } from '../images/image-deals.ts';
import { askedAs, detailsOf } from '../images/image-details.ts';
import styles from './public-details.module.css';
import { useWatermarked } from './use-watermarked.ts';

interface PublicDetailsProps {
  generation: Generation;
  variantIndex: number;
  signedIn: boolean;
}

/** What a public image was made from, and what anyone may do with it. */
export function PublicDetails({ generation, variantIndex, signedIn }: PublicDetailsProps) {
  const { Heart, Report } = useImageDeals();
  const saving = useWatermarked();
  const copyLink = () =>
    void copyText(`${window.location.origin}/image/${generation.id}`).then((copied) =>
      copied ? toast.success('Link copied to clipboard!') : toast.error('The link could not be copied'),
    );
  return (
    <div className={styles.about}>
      <div className={styles.actions}>
        {signedIn && <Deals image={{ generation, variantIndex }} />}
        <Button
          look={signedIn ? 'quiet' : 'primary'}
          busy={saving.isPending}
          onClick={() => saving.mutate({ generation, variantIndex })}
        >
          <Stamp size={20} aria-hidden="true" />
          Download watermarked
        </Button>
        <Heart generation={generation} look="button" />
        {generation.isPublic && (
          <>
            <ButtonLink to={`/generator?remix=${generation.id}`}>
              <Shuffle size={20} aria-hidden="true" />
              Remix this
            </ButtonLink>
            <Button onClick={copyLink}>
              <Link2 size={20} aria-hidden="true" />
              Copy link
            </Button>
          </>
        )}
        <ButtonLink to={`/search?like=${generation.id}`}>
          <Palette size={20} aria-hidden="true" />
          Like this one
        </ButtonLink>
        {!signedIn && (
          <ButtonLink to="/login">
            <LogIn size={20} aria-hidden="true" />
            Login to Download
          </ButtonLink>
        )}
        {generation.isPublic && (
          <Report what={{ kind: 'picture', path: `/image/${generation.id}`, name: generation.original_prompt }} />
        )}
      </div>
      <Byline generation={generation} />
      <p className={styles.prompt}>{askedAs(generation, variantIndex).original_prompt}</p>
      <dl className={styles.details}>
        <div>
          <dt>Created</dt>
          <dd>
            <Time iso={generation.created_at} />
          </dd>
        </div>
        {detailsOf(generation, variantIndex).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Made with</dt>
          <dd>{brand.name}</dd>
        </div>
      </dl>
    </div>
  );
}

/**
 * spec: public-and-commerce §6: for members; what is entered in a challenge is not sold meanwhile. What is private is
 * one's own.
 */
function Deals({ image }: { image: WantedImage }) {
  const { openPurchase, openDownload } = useImageDeals();
  const paused = isChallengeEntry(image.generation.categories);
  if (!image.generation.isPublic) {
    return (
      <Button look="primary" onClick={() => openDownload(image)}>
        <Download size={20} aria-hidden="true" />
        Download
      </Button>
    );
  }
  return (
    <Button look="primary" disabled={paused} onClick={() => openPurchase(image)}>
      <ShoppingBag size={20} aria-hidden="true" />
      {paused ? purchaseProblems.salesPaused.message : 'Buy Image'}
    </Button>
  );
}
