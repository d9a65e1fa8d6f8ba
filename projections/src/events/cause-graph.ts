import type { CauseEdge, CauseNode } from '@easel/contracts/events/http';
import { categoryOf, type FactMetadata, type Recorded } from '@easel/contracts/kernel/event';
import type { WebhookFact } from '@easel/contracts/payments/events';
import type { Queryable } from '../kernel/reads.ts';
import type { Caused } from './cause-finder.queries.ts';
import { type Origin, originOf } from './origin.ts';
import { withoutSealed } from './shown-event.ts';

export interface CauseGraph {
  nodes: CauseNode[];
  edges: CauseEdge[];
  cut: boolean;
}

type Receipt = Recorded<WebhookFact>;

const SHOWN_CHARS = 200;

/** Facts with what began them and the work at a picture's provider between them; nothing that is sealed is in it. */
export async function graphOf({ facts, parents, cut }: Caused, database: Queryable): Promise<CauseGraph> {
  const graph = new Graph();
  const [received, others] = [facts.filter(isReceipt), facts.filter((fact) => !isReceipt(fact))];
  // Where all begins, and not one more fact behind it.
  for (const receipt of received) graph.begin(receipt, webhookNode(receipt));
  for (const fact of others) graph.add(nodeOf(fact));
  for (const fact of others) {
    const cause = parents.get(fact.id);
    if (cause !== undefined) {
      graph.lead(cause, fact.id);
      continue;
    }
    const { id, isNew } = await graph.originOf(fact, database);
    const followed = isNew ? followedBy(fact, others) : undefined;
    if (followed) graph.lead(followed.id, id);
    graph.lead(id, fact.id);
  }
  for (const [task, drawn] of tasksOf(others)) {
    graph.add(task);
    if (drawn.started !== undefined) graph.lead(drawn.started, task.id);
    for (const id of drawn.brought) graph.lead(task.id, id);
  }
  return { nodes: graph.nodes, edges: graph.edges, cut };
}

class Graph {
  readonly nodes: CauseNode[] = [];
  readonly edges: CauseEdge[] = [];
  private readonly known = new Set<string>();
  /** By the correlation id of what they began: one call may append more than once, each time without a cause. */
  private readonly origins = new Map<string, string>();

  add(node: CauseNode): void {
    if (this.known.has(node.id)) return;
    this.known.add(node.id);
    this.nodes.push(node);
  }

  /** What all that has a webhook's id came of. */
  begin({ metadata }: Recorded, node: CauseNode): void {
    this.add(node);
    this.origins.set(begunBy(metadata), node.id);
  }

  lead(from: string, to: string): void {
    this.edges.push({ from, to });
  }

  async originOf(fact: Recorded, database: Queryable): Promise<{ id: string; isNew: boolean }> {
    const begun = begunBy(fact.metadata);
    const known = this.origins.get(begun);
    if (known !== undefined) return { id: known, isNew: false };
    const node = originNode(await originOf(fact, database));
    this.add(node);
    this.origins.set(begun, node.id);
    return { id: node.id, isNew: true };
  }
}

/** A process acts on its own account under the ids of the call that it follows. */
const begunBy = ({ $correlationId: correlation, actor }: FactMetadata): string =>
  `${correlation} ${actor.kind === 'system' ? actor.id : ''}`;

const isReceipt = (fact: Recorded): fact is Receipt => fact.type === 'WebhookReceived' && !fact.unreadable;

/** With what was received, whether that was signed, and of which payment it is. */
function webhookNode(receipt: Receipt): CauseNode {
  const { eventId, about, received, withheld, paymentId, madeAt, signature, receivedAt } = receipt.data;
  return {
    ...nodeOf(receipt),
    id: `webhook:${eventId}`,
    kind: 'webhook',
    label: `Webhook ${about}`,
    at: receivedAt,
    detail: {
      webhook_id: eventId,
      signature,
      made_at: madeAt,
      ...received,
      ...(withheld.length > 0 && { sealed: withheld.join(', ') }),
      ...(paymentId !== null && { payment_id: paymentId }),
    },
  };
}

/**
 * What a process of the system took up without naming it, as a worker does a request: what stood last in the stream
 * before it.
 */
function followedBy(
  { stream, revision, metadata: { actor } }: Recorded,
  facts: readonly Recorded[],
): Recorded | undefined {
  if (actor.kind !== 'system') return undefined;
  return facts.findLast((fact) => fact.stream === stream && fact.revision < revision);
}

function nodeOf(fact: Recorded): CauseNode {
  return {
    id: fact.id,
    kind: 'fact',
    label: fact.type,
    at: fact.recordedAt.toISOString(),
    event: String(fact.position),
    type: fact.type,
    stream: fact.stream,
    revision: fact.revision,
    detail: { ...summaryOf(fact), actor: fact.metadata.actor },
  };
}

function originNode(origin: Origin): CauseNode {
  const { kind, actor, requestId, correlationId, eventId, route, idempotencyKey } = origin;
  const name = { webhook: eventId ?? correlationId, process: `${actor.id} ${correlationId}`, command: correlationId }[
    kind
  ];
  const label = {
    webhook: `Webhook ${eventId ?? ''}`,
    process: `Process ${actor.id}`,
    command: route ?? 'Command',
  }[kind];
  return {
    id: `${kind}:${name}`,
    kind,
    label,
    at: null,
    event: null,
    type: null,
    stream: null,
    revision: null,
    detail: {
      actor,
      correlation_id: correlationId,
      ...(requestId !== undefined && { request_id: requestId }),
      ...(eventId !== undefined && { webhook_id: eventId }),
      ...(route !== undefined && { route }),
      ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
    },
  };
}

/** What it says in the open, in a word each. */
function summaryOf(fact: Recorded): Record<string, unknown> {
  const { value, sealed } = withoutSealed(fact);
  if (typeof value !== 'object' || value === null) return {};
  const hidden = new Set(sealed);
  return Object.fromEntries(
    Object.entries(value).filter(
      ([field, one]) =>
        !hidden.has(`data.${field}`) &&
        (typeof one === 'number' || typeof one === 'boolean' || (typeof one === 'string' && one.length <= SHOWN_CHARS)),
    ),
  );
}

interface Drawn {
  /** Id of the fact by which a worker began it. */
  started: string | undefined;
  /** Ids of the facts that it brought. */
  brought: string[];
}

/** Each attempt at a generation is one task at its provider, which has an id where the provider gives one. */
function* tasksOf(facts: readonly Recorded[]): Generator<[CauseNode, Drawn], void, void> {
  const renders = facts.filter(({ stream }) => categoryOf(stream) === 'generation');
  const providers = new Map<string, string>();
  for (const fact of renders) {
    const provider = said(fact, 'provider');
    if (typeof provider === 'string') providers.set(fact.stream, provider);
  }
  const attempts = Map.groupBy(
    renders.filter((fact) => typeof said(fact, 'attempt') === 'number'),
    (fact) => `${fact.stream} ${String(said(fact, 'attempt'))}`,
  );
  for (const some of attempts.values()) {
    const [first] = some;
    const started = some.find(({ type }) => type === 'RenderingStarted');
    const brought = some.filter(({ type }) => type !== 'RenderingStarted' && type !== 'LeaseExtended');
    if (!first) continue;
    const provider = providers.get(first.stream) ?? 'provider';
    const attempt = Number(said(first, 'attempt'));
    const taskId = some.map((fact) => said(fact, 'taskId')).find((id) => id !== undefined);
    const node: CauseNode = {
      id: `provider:${first.stream}:${attempt}`,
      kind: 'provider',
      label: `${provider}, attempt ${attempt}`,
      at: (started ?? first).recordedAt.toISOString(),
      event: null,
      type: null,
      stream: first.stream,
      revision: null,
      detail: { provider, attempt, ...(taskId !== undefined && { task_id: taskId }) },
    };
    yield [node, { started: started?.id, brought: brought.map(({ id }) => id) }];
  }
}

const said = (fact: Recorded, field: string): unknown =>
  typeof fact.data === 'object' && fact.data !== null ? (fact.data as Record<string, unknown>)[field] : undefined;
