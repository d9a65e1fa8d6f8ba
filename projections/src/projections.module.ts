import { Module } from '@nestjs/common';
import { ReadsModule } from './kernel/reads.module.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { ProjectionRunners } from './projection-runners.ts';
import { alsoRead, readSides } from './read-models.ts';

/** The query side: what is read, and the projectors that keep it up. Stands on the kernel's module. */
@Module({
  imports: [ReadsModule, OperationsModule],
  controllers: readSides.flatMap(({ routes }) => routes),
  providers: [ProjectionRunners, alsoRead, ...readSides.flatMap(({ given = [] }) => given)],
})
export class ProjectionsModule {}
