import { trialsStream } from '@easel/contracts/trials/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { adoptTrials } from './adopt-trials.process.ts';
import { AdoptTrialsHandler } from './adopt-trials.ts';
import { forgetVisitors } from './forget-visitors.process.ts';
import { VisitorPictures } from './make-trial.ts';
import { TrialDays } from './trial-days.ts';
import { trials } from './trials.decider.ts';
import { TrialsController } from './trials.controller.ts';
import { TrialsLookup } from './trials.lookup.ts';

export const trialsFeature = feature({
  stream: trialsStream,
  decider: trials,
  routes: [TrialsController],
  processes: [adoptTrials, forgetVisitors],
  lookups: [TrialsLookup],
  providers: [VisitorPictures, TrialDays, AdoptTrialsHandler],
});
