import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { PageLink } from '../../ui/page-link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { AuthorLink } from '../images/byline.tsx';
import { treeOf, type Branch } from './lineage-tree.ts';
import styles from './lineage.module.css';
import { lineageQuery } from './people.ts';
import { promptDifference } from './prompt-difference.ts';
import { RemixActions } from './remix-actions.tsx';

const THUMBNAIL_PX = 72;

/** From where a public picture comes by remixes and what was made of it; nothing where it stands alone. */
export function Lineage({ generation: { id } }: { generation: Generation }) {
  const { data } = useQuery(lineageQuery(id));
  const tree = data && treeOf(data, id);
  if (!tree) return null;
  const original = data.pictures.find((picture) => data.links.some((link) => link.id === id && link.of === picture.id));
  return (
    <section className={styles.lineage} aria-labelledby="lineage">
      <h2 id="lineage">{original ? 'Remixed from' : 'Remixes of this picture'}</h2>
      {original && (
        <p className={styles.from}>
          <PageLink to={`/image/${original.id}`}>{original.original_prompt}</PageLink>
          {original.author && (
            <>
              {' by '}
              <AuthorLink author={original.author} />
            </>
          )}
        </p>
      )}
      <ul className={styles.tree}>
        <Node branch={tree} currentId={id} />
      </ul>
    </section>
  );
}

function Node({ branch: { picture, original, remixes, mayDetach }, currentId }: { branch: Branch; currentId: string }) {
  const isCurrent = picture.id === currentId;
  return (
    <li>
      <div className={styles.node} aria-current={isCurrent || undefined}>
        <Thumbnail picture={picture} />
        <div className={styles.words}>
          {isCurrent ? <strong>This picture</strong> : picture.author && <AuthorLink author={picture.author} />}
          <p>{original ? <Difference before={original} after={picture} /> : picture.original_prompt}</p>
          {mayDetach && <RemixActions picture={picture} />}
        </div>
      </div>
      {remixes.length > 0 && (
        <ul>
          {remixes.map((remix) => (
            <Node key={remix.picture.id} branch={remix} currentId={currentId} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Thumbnail({ picture }: { picture: Generation }) {
  const [cover] = picture.variants;
  if (!cover) return null;
  return (
    <PageLink to={`/image/${picture.id}`} className={styles.thumbnail} aria-label={`Open: ${picture.original_prompt}`}>
      <Picture
        src={cover.thumbnail_url}
        alt=""
        width={THUMBNAIL_PX}
        height={Math.round((THUMBNAIL_PX * cover.height) / cover.width)}
        thumbhash={cover.thumbhash}
      />
    </PageLink>
  );
}

/** The prompt of a remix, with what it changed of the original's. */
function Difference({ before, after }: { before: Generation; after: Generation }) {
  if (before.original_prompt === after.original_prompt) return <span className={styles.same}>The same prompt</span>;
  return promptDifference(before.original_prompt, after.original_prompt).map(({ kind, text }, place) => {
    const Kind = ({ same: 'span', added: 'ins', removed: 'del' } as const)[kind];
    return (
      <Fragment key={`${place} ${kind}`}>
        {place > 0 && ' '}
        <Kind>{text}</Kind>
      </Fragment>
    );
  });
}
