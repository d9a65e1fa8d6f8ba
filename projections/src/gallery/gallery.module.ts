import { Module } from '@nestjs/common';
import { GalleryController } from './gallery.controller.ts';
import {
  OwnGalleryHandler,
  OwnGenerationHandler,
  OwnGenerationsHandler,
  OwnSuggestionsHandler,
  OwnTrashHandler,
  VisibleImageHandler,
} from './gallery.queries.ts';
import { PublicGalleryHandler, PublicGenerationHandler } from './public-gallery.queries.ts';
import { ImageFilesController } from './image-files.controller.ts';

@Module({
  controllers: [GalleryController, ImageFilesController],
  providers: [
    OwnGalleryHandler,
    OwnGenerationHandler,
    OwnGenerationsHandler,
    OwnSuggestionsHandler,
    OwnTrashHandler,
    PublicGalleryHandler,
    PublicGenerationHandler,
    VisibleImageHandler,
  ],
})
export class GalleryModule {}
