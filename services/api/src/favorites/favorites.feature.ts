import { favoritesStream } from '@easel/contracts/favorites/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { FavoritesController } from './favorites.controller.ts';
import { favorites } from './favorites.decider.ts';

export const favoritesFeature = feature({
  stream: favoritesStream,
  decider: favorites,
  routes: [FavoritesController],
});
