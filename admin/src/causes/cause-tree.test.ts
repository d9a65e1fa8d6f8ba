import type { CauseEdge, CauseNode } from '@easel/contracts/events/http';
import { expect, test } from 'vitest';
import { causeRows } from './cause-tree.ts';

const node = (id: string, atSecond: number | null, position?: number): CauseNode => ({
  id,
  kind: position === undefined ? 'command' : 'fact',
  label: id,
  at: atSecond === null ? null : `2026-05-01T10:00:${String(atSecond).padStart(2, '0')}.000Z`,
  event: position === undefined ? null : String(position),
  type: null,
  stream: null,
  revision: null,
  detail: {},
});
const edges = (...pairs: string[]): CauseEdge[] =>
  pairs.map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { from, to };
  });
const told = (nodes: CauseNode[], links: CauseEdge[]) =>
  causeRows(nodes, links).map(({ node: { id }, depth, also }) =>
    [`${'  '.repeat(depth)}${id}`, ...also.map((cause) => `also ${cause.id}`)].join(', '),
  );

test('what a command brought about stands beneath it, in the order it happened', () => {
  const nodes = [node('held', 1, 11), node('requested', 1, 9), node('submitted', 4, 20), node('call', null)];
  expect(told(nodes, edges('call>held', 'call>requested', 'requested>submitted'))).toEqual([
    'call',
    '  requested',
    '    submitted',
    '  held',
  ]);
});

test('positions are compared as numbers, however long', () => {
  const nodes = [node('later', 1, 10_000_000_000_000_000), node('sooner', 1, 9), node('call', null)];
  expect(told(nodes, edges('call>later', 'call>sooner'))).toEqual(['call', '  sooner', '  later']);
});

test('what has two causes stands once, beneath the earlier, and names the other', () => {
  const nodes = [node('call', 0), node('task', 2), node('held', 1, 5), node('done', 3, 9)];
  expect(told(nodes, edges('call>held', 'call>task', 'held>done', 'task>done'))).toEqual([
    'call',
    '  held',
    '    done, also task',
    '  task',
  ]);
});

test('what has no time stands before the first that it brought about', () => {
  const nodes = [node('second', null), node('first', null), node('b', 5, 9), node('a', 1, 2), node('a2', 7, 12)];
  expect(told(nodes, edges('second>b', 'first>a2', 'first>a'))).toEqual(['first', '  a', '  a2', 'second', '  b']);
});

test('several beginnings, an edge to what is not shown, an edge told twice', () => {
  const nodes = [node('b', 2), node('a', 1), node('c', 3, 7)];
  expect(told(nodes, edges('a>c', 'a>c', 'gone>b', 'c>gone'))).toEqual(['a', '  c', 'b']);
});

test('causes that run in a circle lose nobody', () => {
  const nodes = [node('x', 1, 1), node('y', 2, 2), node('z', 3, 3)];
  expect(told(nodes, edges('x>y', 'y>z', 'z>y', 'z>x', 'y>y'))).toEqual(['x, also z', '  y, also z', '    z']);
});

test('a chain of ten thousand does not need a stack as deep', () => {
  const nodes = Array.from({ length: 10_000 }, (_, index) => node(String(index), 0, index));
  const links = nodes.slice(1).map(({ id }, index) => ({ from: String(index), to: id }));
  expect(causeRows(nodes, links).at(-1)).toMatchObject({ depth: 9_999 });
});
