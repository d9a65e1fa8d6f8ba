import type { Generation } from '@easel/contracts/generation/http';
import { expect, test } from 'vitest';
import { treeOf, type Branch } from './lineage-tree.ts';

const pictures = ['root', 'child', 'sibling', 'grandchild'].map((id) => ({ id }) as Generation);
const links = [
  { id: 'child', of: 'root', mayDetach: false },
  { id: 'grandchild', of: 'child', mayDetach: false },
  { id: 'sibling', of: 'root', mayDetach: false },
];

/** `root(child, sibling)`. */
const told = (branch: Branch | undefined): string =>
  branch === undefined
    ? ''
    : `${branch.picture.id}${branch.remixes.length > 0 ? `(${branch.remixes.map(told).join(', ')})` : ''}`;

test.each(['root', 'child', 'grandchild'])('the tree is the same from wherever in it: %s', (id) => {
  expect(told(treeOf({ pictures, links }, id))).toBe('root(child(grandchild), sibling)');
});

test('each remix knows its original', () => {
  const tree = treeOf({ pictures, links }, 'root');
  expect(tree?.original).toBeUndefined();
  expect(tree?.remixes.map(({ original }) => original?.id)).toEqual(['root', 'root']);
});

test('a picture without links has no tree, and links that went round would end', () => {
  expect(treeOf({ pictures, links: [] }, 'root')).toBeUndefined();
  const round = [
    { id: 'root', of: 'child', mayDetach: false },
    { id: 'child', of: 'root', mayDetach: false },
  ];
  expect(told(treeOf({ pictures, links: round }, 'root'))).toMatch(/^root\(child/);
});
