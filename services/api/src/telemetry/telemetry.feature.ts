import { feature } from '@easel/kernel/deciding/feature';
import { FieldRecords } from './field-records.ts';
import { RecordActivityHandler } from './record-activity.ts';
import { TelemetryController } from './telemetry.controller.ts';
import { VisitDays } from './visit-days.ts';
import { VitalsDays } from './vitals-days.ts';

export const telemetryFeature = feature({
  routes: [TelemetryController],
  useCases: [RecordActivityHandler],
  providers: [FieldRecords, VisitDays, VitalsDays],
});
