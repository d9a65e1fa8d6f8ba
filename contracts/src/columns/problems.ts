import { defineProblems } from '../kernel/problem.ts';
import { ALARMS_MAX, QUERIES_MAX, SQL_AT_ONCE, SQL_FILE_MEGABYTES, SQL_MEGABYTES, SQL_SECONDS } from './policy.ts';

/** `detail` beside these: what the database says. */
export const sqlProblems = defineProblems('sql', {
  oneSelect: [422, 'Please send one SELECT statement: nothing else is run here'],
  outOfReach: [
    422,
    'A statement reads facts and views alone: files, settings and other databases are out of its reach',
  ],
  failed: [422, 'This statement could not be run'],
  slow: [422, `This took longer than ${SQL_SECONDS.shown} seconds and was ended. Narrow it, by a day or a type`],
  slowFile: [422, `This took longer than ${SQL_SECONDS.file} seconds and was ended. Narrow it, by a day or a type`],
  hungry: [
    422,
    `This needs more than ${SQL_MEGABYTES.database} MB of memory and was ended. Narrow it, or group by less`,
  ],
  large: [422, `This file would be larger than ${SQL_FILE_MEGABYTES} MB`],
  notYet: [409, 'The columns do not go as far as this position yet'],
  unreadable: [
    503,
    'A file of the columns is missing or damaged. They are being made anew from the log. Please try again in a few minutes.',
  ],
  none: [503, 'The columns are being made from the log. Please try again in a moment.'],
  busy: [503, `${SQL_AT_ONCE} statements are being run already. Please try again in a moment.`],
  broken: [500, 'The statement’s process has ended without an answer'],
});

export const queryProblems = defineProblems('queries', {
  notFound: [404, 'There is no such query'],
  nameTaken: [409, 'Another query is called so already'],
  changed: [409, 'Somebody else has changed this query meanwhile'],
  tooMany: [422, `No more than ${QUERIES_MAX} queries are kept`],
  tooManyAlarms: [422, `No more than ${ALARMS_MAX} queries are alarms`],
});
