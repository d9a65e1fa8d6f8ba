import { registerMember } from '@easel/api/testing/api-server';
import { joinOperator } from '@easel/api/testing/operators';
import { operatorRoles } from '@easel/contracts/kernel/console';
import type { Access, Route } from '@easel/contracts/kernel/http';
import { routes } from '@easel/contracts/routes';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWholeServer } from './whole-server.ts';

/**
 * Who may call which of the console's routes: the whole table, so that a changed access is a changed line. A new route
 * fails the test by the line that is missing.
 */
const CONSOLE = `
DELETE /api/admin/events/filters/:id               admin analyst auditor
DELETE /api/admin/filters/:resource/:id            admin support analyst auditor
DELETE /api/admin/reports/:report/schedules/:id    admin analyst
DELETE /api/admin/sql/queries/:id                  admin analyst
GET    /api/admin/audits                           admin auditor
GET    /api/admin/audits/:id                       admin auditor
GET    /api/admin/cohorts                          admin analyst
GET    /api/admin/competitions                     admin auditor
GET    /api/admin/competitions/:id                 admin auditor
GET    /api/admin/conversations                    admin support
GET    /api/admin/conversations/:id                admin support
GET    /api/admin/curators                         admin auditor
GET    /api/admin/entries                          admin auditor
GET    /api/admin/events                           admin analyst auditor
GET    /api/admin/events/:id                       admin analyst auditor
GET    /api/admin/events/:id/causes                admin analyst auditor
GET    /api/admin/events/export                    admin analyst auditor
GET    /api/admin/events/facets                    admin analyst auditor
GET    /api/admin/events/filters                   admin analyst auditor
GET    /api/admin/events/filters/:id               admin analyst auditor
GET    /api/admin/events/named/:name               admin analyst auditor
GET    /api/admin/filters/:resource                admin support analyst auditor
GET    /api/admin/funnel                           admin analyst
GET    /api/admin/landings                         admin analyst
GET    /api/admin/ledger                           admin auditor
GET    /api/admin/ledger/:id                       admin auditor
GET    /api/admin/ledger/accounts/:memberId        admin auditor
GET    /api/admin/ledger/export                    admin auditor
GET    /api/admin/live                             admin support analyst auditor
GET    /api/admin/me                               admin support analyst auditor
GET    /api/admin/messages                         admin support
GET    /api/admin/messages/:id                     admin support
GET    /api/admin/messages/counts                  admin support
GET    /api/admin/operators                        admin support analyst auditor
GET    /api/admin/operators/:id                    admin
GET    /api/admin/orders                           admin support auditor
GET    /api/admin/orders/:id                       admin support auditor
GET    /api/admin/orders/:id/items/:item/thumbnail admin support auditor
GET    /api/admin/orders/counts                    admin support auditor
GET    /api/admin/overview                         admin support analyst auditor
GET    /api/admin/payouts                          admin auditor
GET    /api/admin/payouts/:id                      admin auditor
GET    /api/admin/payouts/export                   admin
GET    /api/admin/performance                      admin analyst
GET    /api/admin/projections                      admin analyst auditor
GET    /api/admin/projections/:id                  admin analyst auditor
GET    /api/admin/projections/:id/parked           admin analyst auditor
GET    /api/admin/projections/lags                 admin analyst auditor
GET    /api/admin/providers                        admin support analyst auditor
GET    /api/admin/providers/figures                admin support analyst auditor
GET    /api/admin/report-runs                      admin analyst auditor
GET    /api/admin/report-runs/:id                  admin analyst auditor
GET    /api/admin/report-runs/:id/facts            admin analyst auditor
GET    /api/admin/reports                          admin analyst auditor
GET    /api/admin/reports/:report/schedules        admin analyst
GET    /api/admin/revenue                          admin analyst auditor
GET    /api/admin/settings/checkout                admin support analyst auditor
GET    /api/admin/sql/queries                      admin analyst
GET    /api/admin/sql/schema                       admin analyst
GET    /api/admin/streams/:stream/steps/:revision  admin analyst auditor
POST   /api/admin/audits                           admin auditor
POST   /api/admin/audits/:id/cancel                admin auditor
POST   /api/admin/competitions                     admin
POST   /api/admin/competitions/:id/announcement    admin
POST   /api/admin/competitions/:id/entries/:entryId/disqualification admin
POST   /api/admin/events/filters                   admin analyst auditor
POST   /api/admin/invitations/accept               anyone
POST   /api/admin/invitations/look                 anyone
POST   /api/admin/login                            anyone
POST   /api/admin/login/unlock                     anyone
POST   /api/admin/login/unlock/open                anyone
POST   /api/admin/logout                           admin support analyst auditor
POST   /api/admin/members/:id/credits              admin
POST   /api/admin/members/:id/curator              admin
POST   /api/admin/members/:id/payouts/:payoutId    admin
POST   /api/admin/messages                         anyone
POST   /api/admin/messages/:id/reopen              admin support
POST   /api/admin/messages/:id/reply               admin support
POST   /api/admin/messages/triage                  admin support
POST   /api/admin/operators                        admin
POST   /api/admin/operators/:id/invitation         admin
POST   /api/admin/orders/:id/address               admin support
POST   /api/admin/orders/:id/cancel                admin support
POST   /api/admin/orders/:id/notes                 admin support
POST   /api/admin/orders/:id/prints                admin support
POST   /api/admin/orders/:id/refunds               admin support
POST   /api/admin/orders/lookups                   admin support auditor
POST   /api/admin/projections/:id/parked/retry     admin analyst
POST   /api/admin/projections/:id/pause            admin analyst
POST   /api/admin/projections/:id/rebuild          admin analyst
POST   /api/admin/projections/:id/rebuild/cancel   admin analyst
POST   /api/admin/projections/:id/resume           admin analyst
POST   /api/admin/providers/:name/pause            admin
POST   /api/admin/providers/:name/resume           admin
POST   /api/admin/report-runs/:id/cancel           admin analyst
POST   /api/admin/report-runs/:id/export           admin analyst auditor
POST   /api/admin/sql                              admin analyst
POST   /api/admin/sql/export                       admin analyst
PUT    /api/admin/competitions/:id                 admin
PUT    /api/admin/filters/:resource                admin support analyst auditor
PUT    /api/admin/messages/:id                     admin support
PUT    /api/admin/operators/:id                    admin
PUT    /api/admin/prices                           admin
PUT    /api/admin/providers/routing                admin
PUT    /api/admin/report-runs/:id                  admin analyst auditor
PUT    /api/admin/reports/:report/schedules/:id    admin analyst
PUT    /api/admin/settings/checkout                admin
PUT    /api/admin/sql/queries/:id                  admin analyst
PUT    /api/admin/sql/queries/:id/alarm            admin analyst
`;

type Person = 'nobody' | 'member' | (typeof operatorRoles)[number];
const people: readonly Person[] = ['nobody', 'member', ...operatorRoles];

let server: TestServer;
let address: string;
const ids = new Map<Person, string>();

beforeAll(async () => {
  server = await startWholeServer();
  address = await server.app.getUrl();
  ids.set('member', (await registerMember(server)).id);
  for (const role of operatorRoles) ids.set(role, (await joinOperator(server, role)).id);
});
afterAll(() => server.close());

/** A session for this call alone: to sign out is one of the calls. */
async function bearerOf(person: Person): Promise<Record<string, string>> {
  const id = ids.get(person);
  if (person === 'nobody' || id === undefined) return {};
  const subject =
    person === 'member' ? ({ kind: 'member', id } as const) : ({ kind: 'operator', id, role: person } as const);
  const { token } = await server.foundation.sessions.open(subject, { days: 1, userAgent: '' });
  return { authorization: `Bearer ${token}` };
}

type Verdict = 'signed out' | 'forbidden' | 'not there' | 'let in';

function expected(access: Access, person: Person): Verdict {
  if (access === 'anyone') return 'let in';
  // No person has a secret of the installation, whoever they are.
  if (access === 'secret') return 'not there';
  if (person === 'nobody') return 'signed out';
  // To a member's route an operator's token is no token.
  if (typeof access === 'string') return person === 'member' ? 'let in' : 'signed out';
  return person !== 'member' && access.operators.includes(person) ? 'let in' : 'forbidden';
}

/** The kernel's own refusals; a handler's refusal, of credentials say, is the caller being let in. */
function verdictOf(access: Access, status: number, code: string): Verdict {
  if (access === 'secret' && status === 404 && code === 'request.not_found') return 'not there';
  if (status === 401 && ['request.signed_out', 'request.session_expired'].includes(code)) return 'signed out';
  return status === 403 && code === 'request.forbidden' ? 'forbidden' : 'let in';
}

const A_UUID = 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6';
const valueOf = (name: string): string => (name === 'resource' ? 'messages' : name === 'index' ? '0' : A_UUID);

async function call({ method, path, access }: Route, person: Person): Promise<{ status: number; verdict: Verdict }> {
  const url = address + path.replaceAll(/:(\w+)/g, (_, name: string) => valueOf(name)).replace('*', A_UUID);
  const leave = new AbortController();
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(await bearerOf(person)), ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: '{}' }),
    signal: leave.signal,
  });
  const { status } = response;
  // A stream that was let in never ends by itself.
  const code = [401, 403, 404].includes(status) ? ((await response.json()) as { code: string }).code : '';
  leave.abort();
  return { status, verdict: verdictOf(access, status, code) };
}

describe('every route asks who calls', () => {
  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_name, route) => {
    const asked = await Promise.all(people.map(async (person) => [person, await call(route, person)] as const));
    expect(Object.fromEntries(asked.map(([person, { verdict }]) => [person, verdict]))).toEqual(
      Object.fromEntries(people.map((person) => [person, expected(route.access, person)])),
    );
    for (const [, { status }] of asked) expect(status).toBeLessThan(500);
  });
});

test('the console’s routes are open to exactly these', () => {
  const rolesOf = (access: Access): string =>
    typeof access === 'string' ? access : operatorRoles.filter((role) => access.operators.includes(role)).join(' ');
  const lines = routes
    .filter(({ path, access }) => path.startsWith('/api/admin/') || typeof access !== 'string')
    .map(({ method, path, access }) => `${`${method.padEnd(6)} ${path}`.padEnd(50)} ${rolesOf(access)}`)
    .toSorted();
  expect(`\n${lines.join('\n')}\n`).toBe(CONSOLE);
});
