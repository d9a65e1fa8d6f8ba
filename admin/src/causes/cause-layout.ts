import type { CauseEdge, CauseNode } from '@easel/contracts/events/http';
import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel, type Point } from '@dagrejs/dagre';

export const NODE_WIDTH_PX = 220;
export const NODE_HEIGHT_PX = 56;
const MARGIN_PX = 16;
/** Beyond so many nodes the exact ranking takes longer than anybody waits. */
const EXACT_MOST = 200;

interface PlacedNode {
  node: CauseNode;
  /** Its upper left corner. */
  x: number;
  y: number;
}

/** A drawing in pixels: causes at the left, what came of them at the right. */
export interface Drawing {
  width: number;
  height: number;
  nodes: readonly PlacedNode[];
  /** `path` is an SVG path from the middle of the cause's right side to the effect's left. */
  edges: readonly { from: string; to: string; path: string }[];
}

/** What one cause brought about stands from above to below as the nodes are given, unless edges would cross. */
export function draw(nodes: readonly CauseNode[], edges: readonly CauseEdge[]): Drawing {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>();
  graph.setGraph({
    rankdir: 'LR',
    ranksep: 56,
    nodesep: 16,
    edgesep: 12,
    marginx: MARGIN_PX,
    marginy: MARGIN_PX,
    ...(nodes.length > EXACT_MOST && { ranker: 'longest-path' }),
  });
  for (const { id } of nodes) graph.setNode(id, { width: NODE_WIDTH_PX, height: NODE_HEIGHT_PX });
  const place = new Map(nodes.map(({ id }, index) => [id, index]));
  const drawn = edges
    .filter(({ from, to }) => from !== to && place.has(from) && place.has(to))
    .toSorted((a, b) => (place.get(a.to) ?? 0) - (place.get(b.to) ?? 0));
  const causes = Map.groupBy(drawn, ({ to }) => to);
  for (const { from, to } of drawn) {
    // Beside its only cause rather than beside one of its effects.
    graph.setEdge(from, to, { weight: causes.get(to)?.length === 1 ? 3 : 1 });
  }
  // Where nothing has two causes no edges can cross, and the order given is the better one.
  layout(graph, { disableOptimalOrderHeuristic: causes.size === drawn.length });
  const { width = 0, height = 0 } = graph.graph() ?? {};
  const middleOf = (id: string): Point => {
    const { x = 0, y = 0 } = graph.node(id) ?? {};
    return { x, y };
  };
  return {
    width,
    height,
    nodes: nodes.map((node) => {
      const { x, y } = middleOf(node.id);
      return { node, x: x - NODE_WIDTH_PX / 2, y: y - NODE_HEIGHT_PX / 2 };
    }),
    edges: graph.edges().map(({ v: from, w: to }) => {
      const [start, end] = [middleOf(from), middleOf(to)];
      const between = graph.edge(from, to)?.points?.slice(1, -1) ?? [];
      const path = pathOf([
        { x: start.x + NODE_WIDTH_PX / 2, y: start.y },
        // From one column to the next nothing stands in the way.
        ...(between.length > 1 ? between : []),
        { x: end.x - NODE_WIDTH_PX / 2, y: end.y },
      ]);
      return { from, to, path };
    }),
  };
}

const round = (px: number): number => Math.round(px * 10) / 10;

/** Leaves and arrives level, and is level at every point between. */
export function pathOf([first, ...rest]: readonly Point[]): string {
  if (!first) return '';
  let from = first;
  let path = `M${round(first.x)},${round(first.y)}`;
  for (const to of rest) {
    const middle = round((from.x + to.x) / 2);
    path += `C${middle},${round(from.y)} ${middle},${round(to.y)} ${round(to.x)},${round(to.y)}`;
    from = to;
  }
  return path;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Where an arrow key leads from a node: to the nearest in that direction, along an edge where there is one. */
export function neighbour({ nodes, edges }: Drawing, id: string, direction: Direction): string | undefined {
  const start = nodes.find(({ node }) => node.id === id);
  if (!start) return undefined;
  const linked = new Set(
    direction === 'right'
      ? edges.flatMap(({ from, to }) => (from === id ? [to] : []))
      : direction === 'left'
        ? edges.flatMap(({ from, to }) => (to === id ? [from] : []))
        : [],
  );
  let nearest: { id: string; cost: number } | undefined;
  for (const { node, x, y } of nodes) {
    const [dx, dy] = [x - start.x, y - start.y];
    const [along, aside] = direction === 'left' || direction === 'right' ? [dx, dy] : [dy, dx];
    const ahead = direction === 'left' || direction === 'up' ? -along : along;
    if (ahead < 1) continue;
    const cost = ahead + 3 * Math.abs(aside) - (linked.has(node.id) ? 1e6 : 0);
    if (!nearest || cost < nearest.cost) nearest = { id: node.id, cost };
  }
  return nearest?.id;
}

/** The text as far as it fits in a width, with an ellipsis where it was longer; `measure` tells a text's width. */
export function fitted(text: string, widthPx: number, measure: (text: string) => number): string {
  if (measure(text) <= widthPx) return text;
  const characters = Array.from(text);
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(`${characters.slice(0, middle).join('')}…`) <= widthPx) fits = middle;
    else tooMany = middle;
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`;
}
