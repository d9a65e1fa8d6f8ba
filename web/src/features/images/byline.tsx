import type { Author, Generation } from '@easel/contracts/generation/http';
import { personPath } from '@easel/contracts/people/policy';
import { counted } from '../../lib/figures.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import styles from './byline.module.css';

/** Who made it, as a link to their page. */
export const AuthorLink = ({ author: { name, avatar_url: avatar } }: { author: Author }) => (
  <PageLink to={personPath(name)} className={styles.author}>
    <Avatar of={name} src={avatar} />
    <span className={styles.name}>{name}</span>
  </PageLink>
);

/** Under a public picture: who made it, and how many like it. Nothing of who is hidden. */
export function Byline({ generation: { author, likes = 0 } }: { generation: Generation }) {
  if (!author && likes === 0) return null;
  return (
    <p className={styles.byline}>
      {author && <AuthorLink author={author} />}
      {likes > 0 && <span>{counted(likes, 'like')}</span>}
    </p>
  );
}
