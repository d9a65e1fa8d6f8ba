import { uploadStream } from '@easel/contracts/uploads/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { expireMasks } from './expire-masks.process.ts';
import { SendUpload } from './send-upload.ts';
import { UploadsController } from './uploads.controller.ts';
import { uploads } from './uploads.decider.ts';
import { UploadsLookup } from './uploads.lookup.ts';

export const uploadsFeature = feature({
  stream: uploadStream,
  decider: uploads,
  routes: [UploadsController],
  processes: [expireMasks],
  lookups: [UploadsLookup],
  providers: [SendUpload],
});
