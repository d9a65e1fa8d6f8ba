import { streamKind } from '../kernel/stream.ts';

/** A run of a report: asked for, and what came of it. */
export const reportStream = streamKind({ category: 'report', subject: 'run' });

/** What of a report is made every month. */
export const scheduleStream = streamKind({ category: 'schedule', subject: 'report' });
