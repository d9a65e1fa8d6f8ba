import type { CauseEdge, CauseNode } from '@easel/contracts/events/http';
import { CAUSES_MAX } from '@easel/contracts/events/policy';
import { expect, test } from 'vitest';
import { draw, fitted, neighbour, NODE_HEIGHT_PX, NODE_WIDTH_PX, pathOf } from './cause-layout.ts';

const fact = (id: string): CauseNode => ({
  id,
  kind: 'fact',
  label: id,
  at: null,
  event: '1',
  type: id,
  stream: 's-1',
  revision: 0,
  detail: {},
});
const edges = (...pairs: string[]): CauseEdge[] =>
  pairs.map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { from, to };
  });

const drawing = draw(
  ['call', 'held', 'requested', 'task', 'done'].map(fact),
  edges('call>held', 'call>requested', 'requested>task', 'task>done', 'held>done'),
);
const placed = (id: string) => {
  const found = drawing.nodes.find(({ node }) => node.id === id);
  if (!found) throw new Error(`${id} is not drawn`);
  return found;
};

test('an effect stands to the right of its cause', () => {
  for (const { from, to } of drawing.edges) expect(placed(to).x).toBeGreaterThanOrEqual(placed(from).x + NODE_WIDTH_PX);
});

test('no two nodes lie over each other, and all are on the drawing', () => {
  for (const { node, x, y } of drawing.nodes) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(x + NODE_WIDTH_PX).toBeLessThanOrEqual(drawing.width);
    expect(y + NODE_HEIGHT_PX).toBeLessThanOrEqual(drawing.height);
    for (const other of drawing.nodes) {
      if (other.node.id === node.id) continue;
      const apart = Math.abs(other.x - x) >= NODE_WIDTH_PX || Math.abs(other.y - y) >= NODE_HEIGHT_PX;
      expect(apart, `${node.id} and ${other.node.id}`).toBe(true);
    }
  }
});

test('an edge runs from the cause’s right side to the effect’s left', () => {
  for (const { from, to, path } of drawing.edges) {
    const ends = [placed(from), placed(to)].map(({ y }) => y + NODE_HEIGHT_PX / 2);
    expect(path.startsWith(`M${placed(from).x + NODE_WIDTH_PX},${ends[0]}C`)).toBe(true);
    expect(path.endsWith(` ${placed(to).x},${ends[1]}`)).toBe(true);
  }
});

test('edges to what is not shown, to itself, and circles are drawn around', () => {
  const { nodes, edges: drawn } = draw([fact('a'), fact('b')], edges('a>b', 'b>a', 'a>a', 'a>gone'));
  expect(nodes).toHaveLength(2);
  expect(drawn.map(({ from, to }) => `${from}>${to}`).toSorted()).toEqual(['a>b', 'b>a']);
});

test('nothing to draw is a drawing', () => {
  expect(draw([], [])).toMatchObject({ nodes: [], edges: [] });
});

test('arrow keys go along the edges, and up and down between neighbours', () => {
  expect(neighbour(drawing, 'requested', 'right')).toBe('task');
  expect(neighbour(drawing, 'task', 'left')).toBe('requested');
  expect(neighbour(drawing, 'held', 'right')).toBe('done');
  expect(neighbour(drawing, 'call', 'left')).toBeUndefined();
  expect(neighbour(drawing, 'nobody', 'left')).toBeUndefined();
});

test('what one cause brought about stands from above to below as it is given, and arrow keys go along', () => {
  const names = ['call', 'a', 'b', 'c', 'd', 'e'];
  const fan = draw(names.map(fact), edges('call>a', 'call>b', 'call>c', 'call>d', 'c>e'));
  const walk = (from: string, direction: 'up' | 'down'): string[] => {
    const next = neighbour(fan, from, direction);
    return next === undefined ? [] : [next, ...walk(next, direction)];
  };
  expect(walk('a', 'down')).toEqual(['b', 'c', 'd']);
  expect(walk('d', 'up')).toEqual(['c', 'b', 'a']);
});

test('a path leaves and arrives level', () => {
  const [a, b, c] = [
    { x: 0, y: 0 },
    { x: 10, y: 20 },
    { x: 20, y: 20.06 },
  ];
  expect(pathOf([a, b])).toBe('M0,0C5,0 5,20 10,20');
  expect(pathOf([a, b, c])).toBe('M0,0C5,0 5,20 10,20C15,20 15,20.1 20,20.1');
  expect(pathOf([])).toBe('');
});

test('what is too long ends in an ellipsis and fits', () => {
  const tenEach = (text: string) => Array.from(text).length * 10;
  expect(fitted('GenerationRequested', 190, tenEach)).toBe('GenerationRequested');
  expect(fitted('GenerationRequested', 189, tenEach)).toBe('GenerationRequest…');
  expect(fitted('😀😀😀😀', 25, tenEach)).toBe('😀…');
  expect(fitted('wide', 5, tenEach)).toBe('…');
});

test('as many facts as a graph may have are laid out', () => {
  const many = Array.from({ length: CAUSES_MAX }, (_, index) => fact(String(index)));
  const links = many.slice(1).map(({ id }, index) => ({ from: String(Math.floor(index / 3)), to: id }));
  const { nodes, edges: drawn } = draw(many, links);
  expect(nodes).toHaveLength(CAUSES_MAX);
  expect(drawn).toHaveLength(CAUSES_MAX - 1);
});
