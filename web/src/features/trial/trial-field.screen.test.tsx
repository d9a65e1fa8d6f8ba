import { generationProblems } from '@easel/contracts/generation/http';
import { trialProblems, trialsHttp, type Trial } from '@easel/contracts/trials/http';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { button, complaintOf, server, show, withFakeServer } from '../../lib/testing/screen.tsx';
import { TrialField } from './trial-field.tsx';
import { TrialPicture } from './trial-picture.tsx';
import { pollAfterMs } from './trials.ts';

withFakeServer();

const trial = (changes: Partial<Trial> = {}): Trial => ({
  id: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  status: 'queued',
  prompt: 'A red fox',
  seed: 7,
  width: 512,
  height: 512,
  image_url: null,
  progress: 0,
  position: null,
  ends_at: '2026-11-27T10:00:00.000Z',
  ...changes,
});
const done = trial({ status: 'completed', image_url: '/api/trials/6d7c1b1e/image', progress: 1 });
/** The form, and the place where the front page's own picture stands until there is one of the visitor's. */
const front = (onMakeLarge: (trial: Trial) => void = () => {}) => (
  <>
    <TrialField />
    <TrialPicture onMakeLarge={onMakeLarge}>The front page’s picture</TrialPicture>
  </>
);
const now = (current: Trial | null) =>
  server.reply(trialsHttp.current, () => ({ success: true as const, trial: current }));
const field = () => screen.getByRole('textbox', { name: 'Describe a picture' });

test('a prompt becomes a picture, which an account keeps', async () => {
  now(null);
  server.reply(trialsHttp.make, () => {
    now(done);
    return { success: true as const, trial: trial() };
  });
  const makeLarge = vi.fn<(trial: Trial) => void>();
  const user = show(front(makeLarge));
  await user.type(field(), 'A red fox{Enter}');
  await screen.findByText('Your picture waits for its turn…');
  expect(button('Make it').getAttribute('aria-busy')).toBe('true');
  const picture = await screen.findByRole('img', { name: 'A red fox' });
  expect(picture.getAttribute('src')).toBe(done.image_url);
  expect(picture.getAttribute('width')).toBe('512');
  expect(screen.getByText('Your picture is ready.').getAttribute('role')).toBe('status');
  expect(screen.getByRole('link', { name: 'Create an account to keep it' }).getAttribute('href')).toBe('/register');
  await user.click(screen.getByRole('link', { name: 'Make at 1K' }));
  expect(makeLarge).toHaveBeenCalledWith(done);
  await screen.findByText('at /register?next=%2Fgenerator');
});

test('the picture takes the place of the front page’s, and shows how far it is', async () => {
  now(trial({ position: 2 }));
  show(front());
  await screen.findByText('Your picture waits behind 2 others…');
  expect(screen.queryByText('The front page’s picture')).toBeNull();
  now(trial({ status: 'processing', progress: 0.4 }));
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'));
  now(done);
  await screen.findByRole('img', { name: 'A red fox' });
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('the picture of before is there again', async () => {
  now(done);
  show(front());
  await screen.findByRole('img', { name: 'A red fox' });
});

test('what the words will become is said while they are written', async () => {
  now(null);
  const user = show(front());
  await user.type(field(), 'a red fox in the snow');
  expect((await screen.findByText(/^Will be drawn: /)).textContent).toContain('fox');
});

test('characters that cannot be set are named while they are written', async () => {
  now(null);
  const user = show(front());
  await user.type(field(), 'poster that says "Hi 🌍"');
  expect(await screen.findByText(/^Our typefaces cannot set 🌍\./u)).toBeTruthy();
});

test.each(Object.values(trialProblems))('$code is said in words, and goes with the next letter', async (problem) => {
  now(null);
  server.refuse(trialsHttp.make, problem);
  const user = show(front());
  await user.type(field(), 'A red fox{Enter}');
  await screen.findByText(problem.message);
  expect(complaintOf('Describe a picture')).toContain(problem.message);
  await user.type(field(), 's');
  expect(screen.queryByText(problem.message)).toBeNull();
});

test('one that could not be made says so, and another can be asked for', async () => {
  now(trial({ status: 'failed' }));
  show(front());
  await waitFor(() =>
    expect(complaintOf('Describe a picture')).toContain('This picture could not be made. Please try again.'),
  );
  expect(screen.getByText('The front page’s picture')).toBeTruthy();
  expect(button('Make it').getAttribute('aria-busy')).toBeNull();
});

test('the longer it takes, the less often it is asked for, and never less than every five seconds', () => {
  expect([0, 1, 5, 50].map(pollAfterMs)).toEqual([1_000, 1_200, 2_488, 5_000]);
});

test('a prompt that is not understood is asked about, and drawn once its visitor agrees', async () => {
  now(null);
  server.refuse(trialsHttp.make, generationProblems.notUnderstood, [], {
    drawn: ['fox'],
    instead: [],
    missing: ['typewriter'],
  });
  const user = show(front());
  await user.type(field(), 'A typewriter and a fox{Enter}');
  await screen.findByText('Easel’s built-in renderer does not know: typewriter. It would draw fox instead.');
  expect(complaintOf('Describe a picture')).toBe('');
  await user.click(button('Change the prompt'));
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole('button', { name: 'Draw it anyway' })).toBeNull();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Draw it anyway' });
  server.reply(trialsHttp.make, () => ({ success: true as const, trial: trial() }));
  await user.click(button('Draw it anyway'));
  await screen.findByText('Your picture waits for its turn…');
  expect(server.callsOf(trialsHttp.make).at(-1)?.body).toEqual({ prompt: 'A typewriter and a fox', agreed: true });
});
