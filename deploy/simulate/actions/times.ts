import { action, driving, type Action } from './action.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How time passes, and who dies in it. */
export const timeActions: readonly Action[] = [
  driving('some minutes', 8, async ({ world, chance, tell }) => {
    const minutes = chance.int(1, 90);
    tell(`${minutes} minutes pass`);
    await world.pass(minutes * MINUTE_MS);
  }),
  driving('some days', 5, async ({ world, chance, tell }) => {
    const days = chance.int(1, 12);
    tell(`${days} days pass`);
    await world.pass(days * DAY_MS);
  }),
  driving('the month turns', 3, async ({ world, chance, tell }) => {
    const now = new Date();
    const turn = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) + chance.int(-2, 3) * 30 * MINUTE_MS;
    await world.pass(Math.max(turn - now.getTime(), MINUTE_MS));
    tell(`it is ${new Date().toISOString()}`);
  }),
  action('a process dies', 2, ({ world, tell }) => {
    world.crashOne();
    tell('a process dies');
    return Promise.resolve();
  }),
  action('an older checkpoint', 2, async ({ world, tell }) => {
    await world.stage.forgetProgress();
    tell('a subscription goes back to an older checkpoint');
  }),
];
