import type { Generation } from '@easel/contracts/generation/http';
import { Download } from 'lucide-react';
import { counted } from '../../lib/figures.ts';
import { Badges } from '../../ui/badges.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Time } from '../../ui/time.tsx';
import { Byline } from '../images/byline.tsx';
import { Cover } from '../images/cover.tsx';
import { badgesOf } from '../images/image-details.ts';
import { loginPathForImage } from '../members/next-path.ts';
import { DealButton } from './deal-button.tsx';
import styles from './public-card.module.css';

interface PublicCardProps {
  generation: Generation;
  eager: boolean;
  signedIn: boolean;
  onOpen: () => void;
}

/** A public image, or a favorite of one's own: its first variant, what it was made from, and the way to have it. */
export function PublicCard({ generation, eager, signedIn, onOpen }: PublicCardProps) {
  const [cover] = generation.variants;
  if (!cover) return null;
  const name = generation.original_prompt;
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <Cover generation={generation} image={cover} eager={eager} onOpen={onOpen} />
        {!generation.isPublic ? null : signedIn ? (
          <DealButton image={{ generation, variantIndex: 0 }}>
            {({ label, icon: Icon, disabled, onClick }) => (
              <button type="button" className={styles.deal} disabled={disabled} onClick={onClick}>
                <Icon size={16} aria-hidden="true" />
                {label}
              </button>
            )}
          </DealButton>
        ) : (
          <PageLink to={loginPathForImage(generation.id)} className={styles.deal}>
            <Download size={16} aria-hidden="true" />
            <span>Login to Download</span>
          </PageLink>
        )}
      </div>
      <p className={styles.prompt} title={name}>
        {name}
      </p>
      <Byline generation={generation} />
      <p className={styles.meta}>
        <Time iso={generation.created_at} />
        {generation.variant_count > 1 && ` · ${counted(generation.variant_count, 'image')}`}
      </p>
      <Badges items={badgesOf(generation)} label="Settings" />
    </article>
  );
}
