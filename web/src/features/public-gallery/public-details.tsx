import type { Generation } from '@easel/contracts/generation/http';
import { brand } from '@easel/contracts/brand';
import { isBuiltIn } from '@easel/contracts/generation/policy';
import { Link2, LogIn, Palette, Printer, Shuffle, Stamp } from 'lucide-react';
import { useNow } from '../../lib/clock.ts';
import { copyText } from '../../lib/clipboard.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { Byline } from '../images/byline.tsx';
import { useImageDeals } from '../images/image-deals.ts';
import { detailsOf } from '../images/details-of.ts';
import { unknownMaker } from '../images/maker.ts';
import { askedAs } from '../images/image-details.ts';
import { printPath } from '../images/print-path.ts';
import { loginPathForImage } from '../members/next-path.ts';
import { DealButton } from './deal-button.tsx';
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
  const now = useNow();
  const asked = askedAs(generation, variantIndex);
  const copyLink = () =>
    void copyText(`${window.location.origin}/image/${generation.id}`).then((copied) =>
      copied ? toast.success('Link copied to clipboard!') : toast.error('The link could not be copied'),
    );
  return (
    <div className={styles.about}>
      <div className={styles.actions}>
        {signedIn && (
          <DealButton image={{ generation, variantIndex }}>
            {({ label, icon: Icon, disabled, onClick }) => (
              <Button look="primary" disabled={disabled} onClick={onClick}>
                <Icon size={20} aria-hidden="true" />
                {label}
              </Button>
            )}
          </DealButton>
        )}
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
        {signedIn &&
          (generation.yours !== undefined || !generation.isPublic || isEntered(generation, variantIndex, now)) && (
            <ButtonLink to={printPath(generation.id, generation.variants[variantIndex]?.id)}>
              <Printer size={20} aria-hidden="true" />
              Order a print
            </ButtonLink>
          )}
        <ButtonLink to={`/search?like=${generation.id}`}>
          <Palette size={20} aria-hidden="true" />
          Find similar
        </ButtonLink>
        {!signedIn && (
          <ButtonLink to={loginPathForImage(generation.id)}>
            <LogIn size={20} aria-hidden="true" />
            Login to Download
          </ButtonLink>
        )}
        {generation.isPublic && (
          <Report what={{ kind: 'picture', path: `/image/${generation.id}`, name: generation.original_prompt }} />
        )}
      </div>
      <Byline generation={generation} />
      <p className={styles.prompt}>{asked.original_prompt}</p>
      <dl className={styles.details}>
        <div>
          <dt>Created</dt>
          <dd>
            <Time iso={generation.created_at} />
          </dd>
        </div>
        {detailsOf(generation, variantIndex, makerOf(asked)).map(([name, value]) => (
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

/** By its stored name: visitors are not told what providers are called, and which have seeds. */
const makerOf = ({ metadata: { provider } }: Generation) => (isBuiltIn(provider) ? undefined : unknownMaker(provider));

/** Everyone may have it printed while its challenge is open. */
const isEntered = ({ entry, variants }: Generation, variantIndex: number, now: Date): boolean =>
  entry !== undefined && entry.variant_id === variants[variantIndex]?.id && now < new Date(entry.closes_at);
