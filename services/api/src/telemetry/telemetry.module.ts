import { Module } from '@nestjs/common';
import { RecordActivityHandler } from './telemetry.handlers.ts';

@Module({ providers: [RecordActivityHandler] })
export class TelemetryModule {}
