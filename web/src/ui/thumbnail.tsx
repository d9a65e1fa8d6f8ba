import { Picture } from './picture.tsx';

interface ThumbnailProps {
  image: { thumbnail_url: string; width: number; height: number; thumbhash: string };
  /** Empty if text beside the thumbnail describes the picture. */
  alt?: string;
}

/** The square thumbnail of an image. */
export const Thumbnail = ({ image: { thumbnail_url: src, width, height, thumbhash }, alt = '' }: ThumbnailProps) => (
  <Picture src={src} alt={alt} width={width} height={height} thumbhash={thumbhash} shape="square" />
);
