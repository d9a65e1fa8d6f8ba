import { feature } from '@easel/kernel/feature';
import { RecordActivityHandler } from './record-activity.ts';

export const telemetryFeature = feature({ useCases: [RecordActivityHandler] });
