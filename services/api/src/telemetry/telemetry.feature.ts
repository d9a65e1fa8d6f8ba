import { feature } from '@easel/kernel/deciding/feature';
import { RecordActivityHandler } from './record-activity.ts';

export const telemetryFeature = feature({ useCases: [RecordActivityHandler] });
