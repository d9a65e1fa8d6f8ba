import { eventsHttp } from '@easel/contracts/events/http';
import { filtersHttp } from '@easel/contracts/filters/http';
import { messagesHttp } from '@easel/contracts/messages/http';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Place } from '../testing/place.tsx';
import { replyList, server, show, withFakeServer } from '../testing/screen.tsx';
import { Palette } from './palette.tsx';

withFakeServer('auditor');

const member = 'a1111111-1111-4111-8111-111111111111';

beforeEach(() => {
  server.reply(messagesHttp.filters, ({ path }) => ({
    success: true as const,
    filters: path.endsWith('/ledger')
      ? [{ id: 'f1', name: 'Refunds of November', filter: { reason: ['refund'] } }]
      : [],
  }));
  server.reply(filtersHttp.own, {
    success: true,
    filters: [{ id: member, name: 'Failures', filter: { type: ['GenerationFailed'] } }],
  });
});

async function open() {
  const user = show(
    <>
      <Palette />
      <Place />
    </>,
  );
  await screen.findByRole('button', { name: 'Go to' });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Go to' });
  await screen.findByRole('option', { name: /Dashboard/ });
  return user;
}

test('leads by a few letters to a page that the role may open, and to no other', async () => {
  const user = await open();
  expect(screen.queryByRole('option', { name: /^Messages/ })).toBeNull();
  await user.keyboard('audi{Enter}');
  expect((await screen.findByTestId('place')).textContent).toBe('/audits');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('knows the filters that were saved', async () => {
  const user = await open();
  await screen.findByRole('option', { name: /Refunds of November/ });
  await user.keyboard('refunds{Enter}');
  expect((await screen.findByTestId('place')).textContent).toBe(
    `/ledger?${new URLSearchParams({ filter: '{"reason":["refund"]}' })}`,
  );
});

test('knows the filters of events that were saved', async () => {
  const user = await open();
  await screen.findByRole('option', { name: /Failures/ });
  await user.keyboard('failures{Enter}');
  expect((await screen.findByTestId('place')).textContent).toBe(
    `/events?${new URLSearchParams({ filter: '{"type":["GenerationFailed"]}' })}`,
  );
});

test('asks for a whole id, once, and says what it is of', async () => {
  for (const list of ['orders', 'payouts', 'competitions', 'ledger', 'audits']) replyList(list, []);
  server.reply(eventsHttp.named, {
    success: true,
    event: null,
    streams: [{ stream: `member-${member}`, subject: 'member' }],
  });
  const user = await open();
  await user.keyboard(member);
  await user.click(await screen.findByRole('option', { name: /^Account of the member/ }));
  expect((await screen.findByTestId('place')).textContent).toBe(
    `/ledger?${new URLSearchParams({ filter: JSON.stringify({ member }) })}`,
  );
  expect(server.callsOf(eventsHttp.named)).toHaveLength(1);
});

test('says that nothing bears such a name', async () => {
  const user = await open();
  await user.keyboard('no such page');
  expect(screen.getByRole('status').textContent).toBe('Nothing bears this name. Ids are found by the whole of them.');
});
