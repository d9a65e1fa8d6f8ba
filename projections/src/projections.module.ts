import { Module } from '@nestjs/common';
import { ColumnsModule } from './columns/columns.module.ts';
import { ReadsModule } from './kernel/reads.module.ts';
import { OpenApiController } from './openapi/openapi.controller.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { ProjectionRunners } from './projection-runners.ts';
import { PagesController } from './pages/pages.controller.ts';
import { RenderedPages } from './pages/rendered-pages.ts';
import { alsoRead, givenToPages, readSides } from './read-models.ts';
import { ReportsModule } from './reports/reports.module.ts';

/** The query side: what is read, and the projectors that keep it up. Stands on the kernel's module. */
@Module({
  imports: [ReadsModule, OperationsModule, ColumnsModule, ReportsModule],
  controllers: [...readSides.flatMap(({ routes }) => routes), PagesController, OpenApiController],
  providers: [
    ProjectionRunners,
    alsoRead,
    RenderedPages,
    ...givenToPages,
    ...readSides.flatMap(({ given = [] }) => given),
  ],
})
export class ProjectionsModule {}
