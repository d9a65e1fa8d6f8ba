import { feature } from '@easel/kernel/deciding/feature';
import { SettleErasureHandler } from './erase-members.ts';
import { eraseMembers } from './erase-members.process.ts';
import { ErasureController } from './erasure.controller.ts';
import { ForgetMemberHandler } from './forget-members.ts';
import { forgetMembers } from './forget-members.process.ts';
import { Obstacles } from './obstacles.ts';

export const erasureFeature = feature({
  routes: [ErasureController],
  processes: [eraseMembers, forgetMembers],
  useCases: [SettleErasureHandler, ForgetMemberHandler],
  providers: [Obstacles],
});
