import { feature } from '@easel/kernel/feature';
import { RecordActivityHandler } from './telemetry.handlers.ts';

export const telemetryFeature = feature({ useCases: [RecordActivityHandler] });
