import { Module } from '@nestjs/common';
import { GalleryController } from './gallery.controller.ts';
import { ImageFilesController } from './image-files.controller.ts';

@Module({ controllers: [GalleryController, ImageFilesController] })
export class GalleryModule {}
