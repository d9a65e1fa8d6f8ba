import type { CauseEdge, CauseNode } from '@easel/contracts/events/http';

/** A node in the list of causes. */
export interface CauseRow {
  node: CauseNode;
  /** How many causes stand above it; 0 where a chain begins. */
  depth: number;
  /** Further causes, beside the one that it stands beneath. */
  also: readonly CauseNode[];
}

/**
 * The graph as an indented list: each node once, beneath the earliest of its causes, what one cause brought about in
 * the order it happened. Where causes run in a circle it is cut at the earliest.
 */
export function causeRows(nodes: readonly CauseNode[], edges: readonly CauseEdge[]): CauseRow[] {
  const ordered = inTime(nodes, edges);
  const byId = new Map(ordered.map((node) => [node.id, node]));
  const place = new Map(ordered.map(({ id }, index) => [id, index]));
  const causes = new Map<string, string[]>();
  const effects = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if (from === to || !byId.has(from) || !byId.has(to)) continue;
    push(causes, to, from);
    push(effects, from, to);
  }
  const inOrder = (ids: readonly string[] = []) =>
    [...new Set(ids)].toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));

  const rows: CauseRow[] = [];
  const seen = new Set<string>();
  const visit = (root: string) => {
    // A list of what is to come instead of recursion: chains may be longer than a stack.
    const waiting: { id: string; depth: number; parent: string | undefined }[] = [
      { id: root, depth: 0, parent: undefined },
    ];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { id, depth, parent } = next;
      const node = byId.get(id);
      if (!node || seen.has(id)) continue;
      seen.add(id);
      const also = inOrder(causes.get(id)).flatMap((cause) => (cause === parent ? [] : (byId.get(cause) ?? [])));
      rows.push({ node, depth, also });
      for (const effect of inOrder(effects.get(id)).toReversed()) {
        const [first] = inOrder(causes.get(effect));
        if (first === id) waiting.push({ id: effect, depth: depth + 1, parent: id });
      }
    }
  };
  for (const { id } of ordered) if (!causes.has(id)) visit(id);
  for (const { id } of ordered) if (!seen.has(id)) visit(id);
  return rows;
}

function push(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * By the clock, and facts of one moment by their place in the log. What has no time of its own stands before the first
 * that it brought about.
 */
function inTime(nodes: readonly CauseNode[], edges: readonly CauseEdge[]): CauseNode[] {
  const own = new Map(nodes.map(({ id, at, event }) => [id, { at: at ?? '', position: BigInt(event ?? 0) }]));
  const effects = Map.groupBy(edges, ({ from }) => from);
  const momentOf = ({ id }: CauseNode): Moment => {
    const mine = own.get(id);
    if (mine && mine.at !== '') return { ...mine, isCause: false };
    const brought = (effects.get(id) ?? []).flatMap(({ to }) => own.get(to) ?? []).filter(({ at }) => at !== '');
    const [first = { at: '', position: 0n }] = brought.toSorted(earlierFirst);
    return { ...first, isCause: true };
  };
  return nodes
    .map((node) => ({ node, moment: momentOf(node) }))
    .toSorted((a, b) => earlierFirst(a.moment, b.moment) || Number(b.moment.isCause) - Number(a.moment.isCause))
    .map(({ node }) => node);
}

interface Moment {
  at: string;
  position: bigint;
  isCause: boolean;
}

function earlierFirst(a: Omit<Moment, 'isCause'>, b: Omit<Moment, 'isCause'>): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.position < b.position ? -1 : a.position > b.position ? 1 : 0;
}
