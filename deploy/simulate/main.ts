import { parseArgs } from 'node:util';
import { runEpisode, type EpisodeOptions, type Outcome } from './episode.ts';
import { planOf, readPlan, shrunk, written } from './hunt.ts';
import type { Intent } from './plan.ts';
import { openServers, type Servers } from './real/servers.ts';

const USAGE = `Lives one life of a simulated world after another, each from a seed of its own, until something does not hold.

  npm run simulate -- --minutes N --seed S

  --minutes N   how long (1)
  --lives N     how many lives at most
  --seed S      of the first life; the next ones follow it. Without it, one that was never lived
  --real        on a PostgreSQL of its own, the event store and the projectors: the same plans and rules, not the same bytes
  --only RULE   checks this rule alone; may be repeated
  --keep-going  tells of each life in which something does not hold in one line, with --as-found in all of them, and goes on
  --as-found    makes what was found no smaller, as with --real
  --replay PLAN lives one life by a plan that a violation has printed
  --trace       prints everything that happens

Ends with 1 where something does not hold.
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    lives: { type: 'string', default: 'Infinity' },
    seed: { type: 'string' },
    real: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    'keep-going': { type: 'boolean', default: false },
    'as-found': { type: 'boolean', default: false },
    replay: { type: 'string' },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const print = (line: string): void => void process.stdout.write(`${line}\n`);
let servers: Servers | undefined;
const options = (): EpisodeOptions => ({
  only: values.only,
  ...(values.trace && { tell: print }),
  ...(servers && { openStage: servers.openStage }),
});

function whole(text: string, name: string): number {
  const number = Number(text);
  if (Number.isNaN(number) || number < 0) throw new RangeError(`--${name} takes a number, and was given ${text}`);
  return number;
}

function tellViolations(seed: number, { violations, steps }: Outcome): void {
  for (const { rule, memberId, says } of violations) {
    print(`seed ${seed}, step ${steps}: ${rule}${memberId === undefined ? '' : ` (${memberId})`}: ${says}`);
  }
}

function tellLife(seed: number, plan: readonly Intent[], outcome: Outcome): void {
  tellViolations(seed, outcome);
  print(`what was done:\n  ${outcome.messages.join('\n  ')}`);
  print(`the facts:\n  ${outcome.facts.join('\n  ')}`);
  print(`once more: npm run simulate -- ${values.real ? '--real ' : ''}--seed ${seed} --replay ${written(plan)}`);
}

/** Tells of a violation, then of the smallest life found in which the same does not hold. */
async function tellSmallest(seed: number, plan: readonly Intent[], outcome: Outcome): Promise<void> {
  tellViolations(seed, outcome);
  print(`made smaller, from ${plan.length} intents…`);
  const rules = outcome.violations.map(({ rule }) => rule);
  const smallest = await shrunk(seed, plan, rules, { only: values.only });
  print(`…to ${smallest.length}:`);
  tellLife(seed, smallest, await runEpisode(seed, smallest, options()));
}

async function replay(seed: number, word: string): Promise<boolean> {
  const plan = readPlan(word);
  const outcome = await runEpisode(seed, plan, options());
  tellLife(seed, plan, outcome);
  return outcome.violations.length === 0;
}

/** Whether everything held. */
async function live(first: number): Promise<boolean> {
  const began = performance.now();
  const until = began + whole(values.minutes, 'minutes') * 60_000;
  const most = whole(values.lives, 'lives');
  let [steps, lives, holds] = [0, 0, true];
  // Said first: a process that is killed says nothing afterwards.
  print(`lives from seed ${first} on`);
  for (let seed = first; lives < most && performance.now() < until; seed += 1) {
    const plan = planOf(seed);
    const outcome = await runEpisode(seed, plan, options());
    steps += outcome.steps;
    lives += 1;
    if (outcome.violations.length === 0) continue;
    holds = false;
    if (values['keep-going'] && !values['as-found']) tellViolations(seed, outcome);
    else if (values['keep-going']) tellLife(seed, plan, outcome);
    else {
      print(`found after ${steps} steps`);
      await (values['as-found'] || values.real ? tellLife(seed, plan, outcome) : tellSmallest(seed, plan, outcome));
      break;
    }
  }
  const minutes = (performance.now() - began) / 60_000;
  print(`${lives} lives from seed ${first} on, ${steps} steps, ${Math.round(steps / minutes)} a minute`);
  return holds;
}

if (values.help) process.stdout.write(USAGE);
else {
  const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : whole(values.seed, 'seed');
  if (values.real) servers = await openServers();
  try {
    const holds = await (values.replay === undefined ? live(seed) : replay(seed, values.replay));
    process.exitCode = holds ? 0 : 1;
  } finally {
    await servers?.close();
  }
}
