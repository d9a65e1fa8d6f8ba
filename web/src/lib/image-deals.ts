import type { Generation } from '@easel/contracts/generation/http';
import { createContext, use } from 'react';

/** One image of a generation, as somebody pointed at it. */
export interface WantedImage {
  generation: Generation;
  /** From 0. */
  variantIndex: number;
}

/** What can be done about an image from wherever it is shown; the dialogs belong to the app. */
export interface ImageDeals {
  /** spec: public-and-commerce §2.6. */
  openPurchase: (image: WantedImage) => void;
  /** spec: member-experience §4, Download flow. */
  openDownload: (image: WantedImage) => void;
}

/** Of a dialog about an image. */
export interface DealProps {
  image: WantedImage;
  onClose: () => void;
}

export const ImageDealsContext = createContext<ImageDeals>({ openPurchase: () => {}, openDownload: () => {} });

export const useImageDeals = (): ImageDeals => use(ImageDealsContext);
