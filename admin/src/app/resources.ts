import { analytics } from '../features/analytics/analytics.resource.ts';
import { audits } from '../features/audits/audits.resource.ts';
import { competitions } from '../features/competitions/competitions.resource.ts';
import { conversations } from '../features/conversations/conversations.resource.ts';
import { curators } from '../features/curators/curators.resource.ts';
import { sql } from '../features/columns/columns.resource.ts';
import { dashboard } from '../features/dashboard/dashboard.resource.ts';
import { events } from '../features/events/events.resource.ts';
import { ledger } from '../features/ledger/ledger.resource.ts';
import { messages } from '../features/messages/messages.resource.ts';
import { operators } from '../features/operators/operators.resource.ts';
import { orders } from '../features/orders/orders.resource.ts';
import { payouts } from '../features/payouts/payouts.resource.ts';
import { performance } from '../features/performance/performance.resource.ts';
import { projections } from '../features/projections/projections.resource.ts';
import { providers } from '../features/providers/providers.resource.ts';
import { reports } from '../features/reports/reports.resource.ts';
import { settings } from '../features/settings/settings.resource.ts';
import type { ConsolePage, ConsoleResource } from './resource.ts';

/** The console, in the menu's order. */
export const pages: readonly ConsolePage[] = [dashboard, analytics, performance, reports, sql, providers, settings];
export const resources: readonly ConsoleResource[] = [
  messages,
  conversations,
  orders,
  payouts,
  curators,
  competitions,
  ledger,
  audits,
  events,
  projections,
  operators,
];
