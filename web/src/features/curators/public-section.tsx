import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageLink } from '../../ui/page-link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { sourcesOf } from '../images/image-details.ts';
import { type PublicSection, sectionQuery } from './curator-queries.ts';
import styles from './public-section.module.css';

interface CuratorSectionProps {
  /** Public name, as in the address of the page. */
  name: string;
  /** Mark over a public picture that is shown large. */
  overlay: (generation: Generation, image: { width: number; height: number }) => ReactNode;
}

/** A curator's section on their public page. Empty for other members. */
export function CuratorSection({ name, overlay }: CuratorSectionProps) {
  const { data } = useQuery(sectionQuery(name));
  const section = data?.section;
  if (!section) return null;
  return (
    <section className={styles.section} aria-labelledby="curator-section">
      <Banner banner={section.banner} overlay={overlay} />
      <div className={styles.words}>
        <h2 id="curator-section">{section.name}</h2>
        {section.text !== '' && <p className={styles.text}>{section.text}</p>}
      </div>
      {section.series.map(({ id, title, pictures }) => (
        <div key={id} className={styles.shownSeries}>
          <h3 id={`series-${id}`}>{title}</h3>
          <ul className={styles.tiles} aria-labelledby={`series-${id}`}>
            {pictures.map((picture) => (
              <li key={picture.id}>
                <SectionPicture picture={picture} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <h2>All pictures</h2>
    </section>
  );
}

function Banner({ banner, overlay }: { banner: PublicSection['banner'] } & Pick<CuratorSectionProps, 'overlay'>) {
  const image = banner?.picture.variants.find(({ id }) => id === banner.variant_id);
  if (!banner || !image) return null;
  return (
    <PageLink to={`/image/${banner.picture.id}`} className={styles.banner}>
      <Picture
        src={image.image_url}
        sources={sourcesOf(image, '(min-width: 1024px) calc(100vw - 300px), 100vw')}
        alt={banner.picture.original_prompt}
        width={image.width}
        height={image.height}
        thumbhash={image.thumbhash}
        shape="filled"
        eager
        overlay={overlay(banner.picture, image)}
      />
    </PageLink>
  );
}

function SectionPicture({ picture }: { picture: Generation }) {
  const [image] = picture.variants;
  if (!image) return null;
  return (
    <PageLink to={`/image/${picture.id}`} title={picture.original_prompt}>
      <Thumbnail image={image} alt={picture.original_prompt} />
    </PageLink>
  );
}
