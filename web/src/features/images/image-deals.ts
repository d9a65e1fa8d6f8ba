import type { DownloadFormat, ImageSize } from '@easel/contracts/downloads/policy';
import type { Generation } from '@easel/contracts/generation/http';
import { createContext, use, type ComponentType } from 'react';

/** One image of a generation, as somebody pointed at it. */
export interface WantedImage {
  generation: Generation;
  /** From 0. */
  variantIndex: number;
  /** Where somebody pointed at it, as far as the messages differ; in their own gallery where absent. */
  place?: 'public' | undefined;
  /** How it was wanted when somebody went to fill the wallet for it. */
  chosen?: Chosen | undefined;
}

interface Chosen {
  size: ImageSize;
  method: 'credits' | 'dollars';
  format: DownloadFormat;
}

/** Of the mark that says whether the member likes an image. */
export interface HeartProps {
  generation: Generation;
  /** In the picture's corner, among other icons, or a button with its word. */
  look: 'corner' | 'icon' | 'button';
}

/** What is reported: where it is, and how whoever reads the report knows it. */
export interface Reported {
  kind: 'picture' | 'person';
  path: string;
  name: string;
}

/** What can be done about an image from wherever it is shown; the dialogs and the heart belong to the app. */
export interface ImageDeals {
  /** spec: public-and-commerce §2.6. */
  openPurchase: (image: WantedImage) => void;
  /** spec: member-experience §4 "Download flow". */
  openDownload: (image: WantedImage) => void;
  Heart: ComponentType<HeartProps>;
  Report: ComponentType<{ what: Reported }>;
}

/** Of a dialog about an image. */
export interface DealProps {
  image: WantedImage;
  onClose: () => void;
}

export const ImageDealsContext = createContext<ImageDeals>({
  openPurchase: () => {},
  openDownload: () => {},
  Heart: () => null,
  Report: () => null,
});

export const useImageDeals = (): ImageDeals => use(ImageDealsContext);
