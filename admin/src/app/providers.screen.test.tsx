import { operatorRoles } from '@easel/contracts/kernel/console';
import { problems } from '@easel/contracts/kernel/problem';
import { type ProviderFigures, providerFiguresHttp } from '@easel/contracts/providers/figures.http';
import { type OperatedProvider, providersHttp } from '@easel/contracts/providers/http';
import { providerProblems } from '@easel/contracts/providers/problems';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import ProvidersPage from '../features/providers/providers-page.tsx';
import { entriesFor } from './entries.ts';
import { queryClient } from './query-client.ts';
import { builtIn, figures, provider } from './testing/providers.tsx';
import { button, field, replyList, server, show, withFakeServer } from './testing/screen.tsx';

interface Stood {
  providers?: OperatedProvider[];
  routes?: Record<string, string>;
  of?: ProviderFigures[];
}

function open({ providers = [builtIn(), provider()], routes = {}, of = [figures()] }: Stood = {}) {
  server.reply(providersHttp.console, { success: true, providers, routing: { version: 7, routes } });
  server.reply(providerFiguresHttp.figures, { success: true, days: 30, figures: of });
  return show(<ProvidersPage />);
}
const card = (name: string) => screen.findByRole('region', { name });

describe.each(operatorRoles)('the providers for %s', (role) => {
  withFakeServer(role);

  test('are in the menu, with buttons for admins only', async () => {
    expect(entriesFor(role).map(({ to }) => to)).toContain('/providers');
    open();
    await card('OpenAI');
    const names = ['Pause OpenAI', 'Change the routing'];
    await waitFor(() =>
      expect(names.filter((name) => screen.queryByRole('button', { name }) !== null)).toEqual(
        role === 'admin' ? names : [],
      ),
    );
    await waitFor(() =>
      expect(screen.queryAllByRole('link', { name: 'Report by month' })).toHaveLength(
        role === 'admin' || role === 'analyst' ? 1 : 0,
      ),
    );
  });
});

describe('a provider', () => {
  withFakeServer('admin');

  test('shows its budget and its figures', async () => {
    open();
    const text = (await card('OpenAI')).textContent;
    expect(text).toMatch(/^OpenAIReady.*It accepts requests/);
    expect(text).toContain('openai · OpenAI Images protocol');
    expect(text).toContain('$3.20 of $50.00');
    expect(text).toContain('At most $2.00 a day');
    await waitFor(async () =>
      expect(within(await card('OpenAI')).getByRole('list').textContent).toBe(
        'Generations120Pictures230Failed4Cancelled1Cost$4.60Perhaps$0.04Income$15.90Margin$11.30Half within14 s95% within41 s',
      ),
    );
    expect((await card('OpenAI')).textContent).toContain('Failures: moderated 3, outcome unknown 1.');
    expect((await card('The built-in renderer')).textContent).toContain('No requests in this period.');
  });

  test('shows who paused it, and why', async () => {
    replyList('operators', [{ id: 'o1', name: 'Olga' }]);
    open({
      providers: [provider({ availability: { state: 'paused', reason: 'The bill is not paid' }, pausedBy: 'o1' })],
    });
    expect(await screen.findByText(/Paused by/)).toBeTruthy();
    await waitFor(async () =>
      expect((await card('OpenAI')).textContent).toContain('Paused by Olga: “The bill is not paid”.'),
    );
    expect(button('Resume OpenAI')).toBeTruthy();
  });

  test('shows why it fails, and until when it is not called', async () => {
    const until = '2026-11-30T12:03:04.000Z';
    open({ providers: [provider({ availability: { state: 'failing', reason: 'unfunded', until } })] });
    expect((await card('OpenAI')).textContent).toContain(
      'Failing: our account there has no funds. No requests are sent to it until 12:03:04 UTC; then it is tried again.',
    );
  });

  test('shows why its last calls failed while it is tried again', async () => {
    open({ providers: [provider({ lastFailure: 'unreachable' })] });
    const shown = await card('OpenAI');
    expect(within(shown).getByText('Trying again')).toBeTruthy();
    expect(within(shown).queryByText('Ready')).toBeNull();
    expect(shown.textContent).toContain('Its last calls failed: it cannot be reached. Each worker sends it one');
  });

  test('keeps its figures when it is no longer configured', async () => {
    open({ of: [figures({ id: 'old-card' })] });
    expect((await card('old-card (no longer configured)')).textContent).toContain('Generations120');
  });

  test('sends a pause with its reason and the version that the operator read', async () => {
    const user = open();
    server.reply(providersHttp.pause, { success: true, providers: [], routing: { version: 7, routes: {} } });
    await user.click(await screen.findByRole('button', { name: 'Pause OpenAI' }));
    await user.click(button('Pause'));
    expect(await screen.findByText('A reason is needed')).toBeTruthy();
    await user.type(field(/Reason/), 'Too dear');
    await user.click(button('Pause'));
    expect(await screen.findByText('OpenAI is paused')).toBeTruthy();
    const [call] = server.callsOf(providersHttp.pause);
    expect(call?.body).toEqual({ version: 4, reason: 'Too dear' });
    expect(call?.headers.get('idempotency-key')).toBeTruthy();
  });

  test('keeps the open dialog unchanged when another operator pauses it', async () => {
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Pause OpenAI' }));
    await user.type(field(/Reason/), 'Too dear');
    server.reply(providersHttp.console, {
      success: true,
      providers: [provider({ availability: { state: 'paused', reason: 'The bill is not paid' }, version: 5 })],
      routing: { version: 7, routes: {} },
    });
    await queryClient.invalidateQueries();
    await screen.findByText('The bill is not paid');
    server.refuse(providersHttp.pause, providerProblems.changed);
    await user.click(button('Pause'));
    expect(await screen.findByText(/your change to OpenAI was not made/)).toBeTruthy();
    expect(server.callsOf(providersHttp.pause)[0]?.body).toEqual({ version: 4, reason: 'Too dear' });
  });

  test('reports a conflict when another operator changed it first', async () => {
    const user = open({ providers: [provider({ availability: { state: 'paused', reason: 'Too dear' } })] });
    server.refuse(providersHttp.resume, providerProblems.changed);
    await user.click(await screen.findByRole('button', { name: 'Resume OpenAI' }));
    await user.type(field(/Reason/), 'Cheap again');
    await user.click(button('Resume'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Another operator changed this in the meantime: your change to OpenAI was not made.',
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsOf(providersHttp.console).length).toBeGreaterThan(1);
  });
});

describe('the routing', () => {
  withFakeServer('admin');

  async function change() {
    const user = open({ routes: { fluid: 'openai', zen: 'gone' } });
    await user.click(await screen.findByRole('button', { name: 'Change the routing' }));
    return user;
  }
  async function choose(user: Awaited<ReturnType<typeof change>>, model: string, option: string) {
    await user.click(screen.getByRole('combobox', { name: model }));
    await user.click(await screen.findByRole('option', { name: option }));
  }

  test('shows each model’s provider', async () => {
    open({ routes: { fluid: 'openai', zen: 'gone' } });
    expect((await card('Routing')).textContent).toContain(
      'FluidOpenAIZengone (not configured: its requests are refused)FlexibleAutomatic',
    );
  });

  test('sends the whole table, without automatic routes', async () => {
    const user = await change();
    server.reply(providersHttp.revise, { success: true, providers: [], routing: { version: 8, routes: {} } });
    expect(button('Change')).toHaveProperty('disabled', true);
    await choose(user, 'Zen', 'Automatic');
    await choose(user, 'Realism', 'The built-in renderer');
    await user.type(field(/Reason/), 'The old card is sold');
    await user.click(button('Change'));
    expect(await screen.findByText('The routing was changed')).toBeTruthy();
    expect(server.callsOf(providersHttp.revise)[0]?.body).toEqual({
      version: 7,
      routes: { fluid: 'openai', realism: 'procedural' },
      reason: 'The old card is sold',
    });
  });

  test('keeps the selection after a refusal, and closes after a conflict', async () => {
    const user = await change();
    server.refuse(providersHttp.revise, providerProblems.unknownRoute);
    await choose(user, 'Realism', 'OpenAI');
    await user.type(field(/Reason/), 'Owls');
    await user.click(button('Change'));
    expect(await screen.findByText(providerProblems.unknownRoute.message)).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Realism' }).textContent).toBe('OpenAI');
    server.refuse(providersHttp.revise, providerProblems.changed);
    await user.click(button('Change'));
    expect(await screen.findByText(/your routing was not saved/)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the page without providers', () => {
  withFakeServer('analyst');

  test('explains how to configure a provider', async () => {
    open({ providers: [builtIn()], of: [] });
    expect((await screen.findByText('No provider is configured')).parentElement?.textContent).toContain(
      'docs/operating/providers',
    );
    expect((await card('Routing')).textContent).toContain('Only an admin can change it.');
  });

  test('shows the parts that can be read', async () => {
    server.refuse(providersHttp.console, problems.notFound);
    const user = show(<ProvidersPage />);
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5_000 });
    server.reply(providersHttp.console, {
      success: true,
      providers: [provider()],
      routing: { version: 7, routes: {} },
    });
    server.refuse(providerFiguresHttp.figures, problems.notFound);
    await user.click(again);
    expect((await card('OpenAI')).textContent).toContain('$3.20 of $50.00');
    expect(await screen.findByRole('alert', undefined, { timeout: 5_000 })).toBeTruthy();
  });
});
