import { sharesStream } from '@easel/contracts/shares/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { endShares } from './end-shares.process.ts';
import { ShareTokens } from './share-tokens.ts';
import { SharesController } from './shares.controller.ts';
import { shares } from './shares.decider.ts';

export const sharesFeature = feature({
  stream: sharesStream,
  decider: shares,
  routes: [SharesController],
  processes: [endShares],
  providers: [ShareTokens],
});
