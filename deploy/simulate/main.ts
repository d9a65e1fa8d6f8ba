import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { runEpisode } from './episode.ts';
import { plans } from './plan.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, minutes: { type: 'string' }, only: { type: 'string', multiple: true }, trace: { type: 'boolean' } },
});
const first = Number(values.seed ?? 1);
const until = Date.now() + Number(values.minutes ?? 1) * 60_000;
let steps = 0;
const began = Date.now();
for (let seed = first; Date.now() < until; seed += 1) {
  const [plan = []] = fc.sample(plans, { seed, numRuns: 1 });
  const outcome = await runEpisode(seed, plan, { only: values.only ?? [], ...(values.trace && { tell: (line: string) => process.stdout.write(`${line}\n`) }) });
  steps += outcome.steps;
  process.stdout.write(`${seed} ${plan.length} ${outcome.steps} ${outcome.trace.slice(0, 8)} ${JSON.stringify(outcome.violations).slice(0, 2500)}\n`);
  if (outcome.violations.length > 0) { process.stdout.write(`${outcome.told.join('\n')}\n${outcome.facts.join('\n')}\n`); break; }
}
process.stdout.write(`${steps} steps, ${Math.round(steps / ((Date.now() - began) / 60_000))} a minute\n`);
