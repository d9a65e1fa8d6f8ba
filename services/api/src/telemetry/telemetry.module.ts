import { Module } from '@nestjs/common';
import { RecordDownloadHandler } from './telemetry.handlers.ts';

@Module({ providers: [RecordDownloadHandler] })
export class TelemetryModule {}
