import { feature } from '@easel/kernel/deciding/feature';
import { UploadsLookup } from './uploads.lookup.ts';

export const uploadsFeature = feature({ lookups: [UploadsLookup] });
