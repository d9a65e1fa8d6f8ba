import { defineProblems } from '../kernel/problem.ts';
import { FIGURE_SECONDS, REPORT_MEGABYTES, REPORT_SECONDS, REPORT_TABLE_BYTES, SCHEDULES_MAX } from './policy.ts';

/** `detail` beside these: what its code says. */
export const reportProblems = defineProblems('reports', {
  notFound: [404, 'There is no such report'],
  ended: [409, 'This report has ended already'],
  notMade: [409, 'This report is not made yet'],
  notScheduled: [404, 'There is no such schedule'],
  scheduledAlready: [409, 'This report is made every month with these parameters already'],
  tooManySchedules: [409, `A report is made every month in at most ${SCHEDULES_MAX} ways. Stop one of them first`],
  parameters: [422, 'This report cannot be made so'],
  outOfReach: [
    422,
    'A report is made of facts alone: files, the network, other programs, chance and the clock are out of its reach',
  ],
  failed: [422, 'The code of this report has failed'],
  slow: [422, `This took longer than ${REPORT_SECONDS / 60} minutes and was ended`],
  hungry: [422, `This needs more than ${REPORT_MEGABYTES} MB of memory and was ended`],
  large: [422, `The table of this report would be larger than ${REPORT_TABLE_BYTES / 1_000} kB. Narrow it`],
  noFigure: [404, 'This report has no such figure'],
  factsSlow: [
    422,
    `Finding the facts behind this figure took longer than ${FIGURE_SECONDS} seconds and was ended. npm run report takes the time that it needs`,
  ],
  busy: [503, 'The facts behind another figure are being found. Please try again in a moment.'],
  broken: [500, 'The report’s process has ended without an answer'],
});
