import { feature } from '@easel/kernel/deciding/feature';
import { FieldRecords } from './field-records.ts';
import { PictureViews } from './picture-views.ts';
import { RecordActivityHandler } from './record-activity.ts';
import { TelemetryController } from './telemetry.controller.ts';
import { ViewDays } from './view-days.ts';
import { VisitDays } from './visit-days.ts';
import { VitalsDays } from './vitals-days.ts';

export const telemetryFeature = feature({
  routes: [TelemetryController],
  useCases: [RecordActivityHandler],
  providers: [FieldRecords, PictureViews, ViewDays, VisitDays, VitalsDays],
});
