import { Module } from '@nestjs/common';
import { GalleryController } from './gallery.controller.ts';
import {
  OwnGalleryHandler,
  OwnGenerationHandler,
  OwnGenerationsHandler,
  VisibleImageHandler,
} from './gallery.queries.ts';
import { ImageFilesController } from './image-files.controller.ts';

@Module({
  controllers: [GalleryController, ImageFilesController],
  providers: [OwnGalleryHandler, OwnGenerationHandler, OwnGenerationsHandler, VisibleImageHandler],
})
export class GalleryModule {}
