import { Refused } from '@easel/contracts/kernel/problem';
import type { RoutingFact } from '@easel/contracts/providers/events';
import { AUTOMATIC, type Routes } from '@easel/contracts/providers/policy';
import { providerProblems } from '@easel/contracts/providers/problems';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface Routing {
  /** Counts the revisions. */
  readonly version: number;
  readonly routes: Routes;
  /** Ids of operators' actions that are done, to deduplicate repeats. */
  readonly settled: ReadonlySet<string>;
}

export interface ReviseRouting {
  readonly type: 'ReviseRouting';
  /** The version that the operator read. */
  readonly version: number;
  readonly routes: Routes;
  readonly reason: string;
  /** Deduplicates repeats of the same action. */
  readonly actionId: string;
  /** Names of the configured providers. */
  readonly configured: readonly string[];
}

/** Maps models to providers. A model without a route is routed automatically. */
export const routing: Decider<Routing, ReviseRouting, RoutingFact> = {
  initial: () => ({ version: 0, routes: {}, settled: new Set() }),

  decide({ version, routes, reason, actionId, configured }, state) {
    if (state.settled.has(actionId)) return [];
    if (version !== state.version) throw new Refused(providerProblems.changed, { version: state.version });
    const unknown = Object.values(routes).filter((name) => name !== AUTOMATIC && !configured.includes(name));
    if (unknown.length > 0) throw new Refused(providerProblems.unknownRoute, { unknown: [...new Set(unknown)] });
    return [{ type: 'RoutingRevised', data: { actionId, version: version + 1, routes, reason } }];
  },

  evolve({ settled }, { data: { actionId, version, routes } }) {
    return { version, routes, settled: new Set([...settled, actionId]) };
  },
};
