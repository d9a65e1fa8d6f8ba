import { useQuery } from '@tanstack/react-query';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { sourcesOf } from '../images/image-details.ts';
import styles from './beginnings.module.css';
import { latestQuery } from './public-images.ts';

const layout = { minWidthPx: 156, targetHeightPx: (widthPx: number) => (widthPx < 600 ? 160 : 200) };

/** The newest pictures of everyone: each is a way to begin one's own, which then names it. */
export default function Beginnings() {
  const { data, isPending } = useQuery(latestQuery);
  if (isPending) return <Skeleton style={{ height: 'min(50vh, 420px)' }} />;
  const generations = data?.items ?? [];
  if (generations.length === 0) return null;
  return (
    <section className={styles.beginnings} aria-labelledby="beginnings">
      <h3 id="beginnings">From the public gallery</h3>
      <JustifiedGrid
        {...layout}
        label="From the public gallery"
        items={generations}
        ratioOf={({ variants: [cover] }) => (cover ? cover.width / cover.height : 1)}
        keyOf={({ id }) => id}
      >
        {(generation, tile) => {
          const [cover] = generation.variants;
          return (
            cover && (
              <PageLink to={`/generator?remix=${generation.id}`} className={styles.beginning}>
                <span className={styles.picture} style={{ width: tile.widthPx, height: tile.heightPx }}>
                  <Picture
                    src={cover.thumbnail_url}
                    sources={sourcesOf(cover, `${tile.widthPx}px`)}
                    alt=""
                    width={cover.width}
                    height={cover.height}
                    thumbhash={cover.thumbhash}
                    shape="filled"
                  />
                </span>
                <span className="visually-hidden">Begin with: </span>
                <span className={styles.prompt}>{generation.original_prompt}</span>
              </PageLink>
            )
          );
        }}
      </JustifiedGrid>
    </section>
  );
}
