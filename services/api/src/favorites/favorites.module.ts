import { favoritesStream } from '@easel/contracts/favorites/stream';
import { mounted } from '@easel/kernel/mounted';
import { Module } from '@nestjs/common';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { FavoritesController } from './favorites.controller.ts';
import { favorites } from './favorites.decider.ts';

@Module({
  controllers: [FavoritesController],
  providers: [mounted(favoritesStream, favorites), GenerationLookup],
})
export class FavoritesModule {}
