import type { Generation } from '@easel/contracts/generation/http';
import type { peopleHttp } from '@easel/contracts/people/http';
import type { Reply } from '@easel/contracts/kernel/client/address';

export interface Branch {
  picture: Generation;
  /** Of which it is a remix, where that is told. */
  original: Generation | undefined;
  remixes: readonly Branch[];
  /** Whether it is somebody else's remix of the reader's picture. */
  mayDetach: boolean;
}

/** Grows the tree that the links make, from the picture that is a remix of none; undefined where nothing is linked. */
export function treeOf(
  { pictures, links }: Pick<Reply<typeof peopleHttp.lineage>, 'pictures' | 'links'>,
  id: string,
): Branch | undefined {
  const byId = new Map(pictures.map((picture) => [picture.id, picture]));
  const detachable = new Set(links.flatMap((link) => (link.mayDetach ? [link.id] : [])));
  const originals = new Map(links.map((link) => [link.id, link.of]));
  let root = id;
  // As many steps as there are links: a circle, which there cannot be, would end all the same.
  for (let step = 0; step < links.length; step++) root = originals.get(root) ?? root;

  const branch = (at: string, depth: number): Branch | undefined => {
    const picture = byId.get(at);
    if (!picture || depth > links.length) return undefined;
    const remixes = links.filter(({ of }) => of === at).flatMap((link) => branch(link.id, depth + 1) ?? []);
    return { picture, original: byId.get(originals.get(at) ?? ''), remixes, mayDetach: detachable.has(at) };
  };
  return links.length === 0 ? undefined : branch(root, 0);
}
