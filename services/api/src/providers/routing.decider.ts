import { Refused } from '@easel/contracts/kernel/problem';
import type { RoutingFact } from '@easel/contracts/providers/events';
import { AUTOMATIC, type Routes } from '@easel/contracts/providers/policy';
import { providerProblems } from '@easel/contracts/providers/problems';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface Routing {
  /** Of its changes. */
  readonly version: number;
  readonly routes: Routes;
  /** Operators' actions that are done. */
  readonly settled: ReadonlySet<string>;
}

export interface ReviseRouting {
  readonly type: 'ReviseRouting';
  /** Of the table as the operator has seen it. */
  readonly version: number;
  readonly routes: Routes;
  readonly reason: string;
  /** The same for every repeat. */
  readonly actionId: string;
  /** Names of the configured providers. */
  readonly configured: readonly string[];
}

/** Which provider makes which model's pictures; models that it does not name are chosen for automatically. */
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
