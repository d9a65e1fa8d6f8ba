import { feature } from '@easel/kernel/deciding/feature';
import { PrintableLookup } from './printable.lookup.ts';
import { ProductsController } from './products.controller.ts';

export const productsFeature = feature({
  routes: [ProductsController],
  lookups: [PrintableLookup],
});
