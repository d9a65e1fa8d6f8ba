import { scheduleStream } from '@easel/contracts/reports/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { meetFirsts } from './meet-firsts.process.ts';
import { requestDue } from './request-due.process.ts';
import { schedules } from './schedules.decider.ts';
import { SchedulesController } from './schedules.controller.ts';

export const schedulesFeature = feature({
  stream: scheduleStream,
  decider: schedules,
  routes: [SchedulesController],
  processes: [meetFirsts, requestDue],
});
