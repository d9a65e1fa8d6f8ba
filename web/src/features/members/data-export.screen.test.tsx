import { dataExportHttp, dataExportProblems, type DataExport } from '@easel/contracts/data-export/http';
import { memberProblems } from '@easel/contracts/members/problems';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import OwnDataExport from './data-export.tsx';

withFakeServer();
beforeEach(signIn);

const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const asked: DataExport = {
  id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  state: 'waiting',
  requestedAt: inHours(0),
  pictures: null,
  bytes: null,
  expiresAt: null,
  downloadUrl: null,
  nextAt: inHours(24),
};

function showing(dataExport: DataExport | null) {
  server.reply(dataExportHttp.own, { success: true, dataExport });
  return show(<OwnDataExport username="mira@example.org" />);
}

async function confirm(user: ReturnType<typeof show>) {
  await user.click(button('Export my data'));
  await user.type(await screen.findByLabelText('Your password'), 'correct horse');
  await user.click(button('Export'));
}

test('is not asked for with another password, and the field says so', async () => {
  const user = showing(null);
  await expect.poll(() => button('Export my data')).toHaveProperty('disabled', false);
  server.refuse(dataExportHttp.request, memberProblems.passwordWrong);
  await confirm(user);
  await screen.findAllByText(memberProblems.passwordWrong.message);
  expect(complaintOf('Your password')).toContain(memberProblems.passwordWrong.message);
});

test('is asked for, and says how far it is', async () => {
  const user = showing(null);
  await expect.poll(() => button('Export my data')).toHaveProperty('disabled', false);
  const packing: DataExport = { ...asked, state: 'packing', pictures: { packed: 12, all: 200 } };
  server.reply(dataExportHttp.request, { success: true, dataExport: packing });
  server.reply(dataExportHttp.own, { success: true, dataExport: packing });
  await confirm(user);
  expect(server.callsOf(dataExportHttp.request)[0]?.body).toEqual({ password: 'correct horse' });
  expect(await screen.findByText('Packing: 12 of 200 pictures')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Export my data' })).toBeNull();
});

test('packed, it is a link with its size, and another has to wait', async () => {
  showing({ ...asked, state: 'ready', bytes: 2_400_000, expiresAt: inHours(160), downloadUrl: '/api/data-exports/x' });
  const link = await screen.findByRole('link', { name: 'Download (2.4 MB)' });
  expect(link.getAttribute('href')).toBe('/api/data-exports/x');
  expect(button('Export my data')).toHaveProperty('disabled', true);
  expect(screen.getByText(/^You can ask for another from/)).toBeTruthy();
});

test.each([
  ['failed', 'Your data could not be packed. Please try again.'],
  ['expired', 'The file of your last export was deleted. You can ask for another.'],
] as const)('%s, it says so and can be asked for again', async (state, text) => {
  const user = showing({ ...asked, state, nextAt: inHours(-1) });
  expect(await screen.findByText(text)).toBeTruthy();
  server.refuse(dataExportHttp.request, dataExportProblems.tooSoon);
  await confirm(user);
  expect(await screen.findByText(dataExportProblems.tooSoon.message)).toBeTruthy();
});
