import { DownloadDialog } from '../features/downloads/download-dialog.tsx';
import type { DealProps } from '../features/images/image-deals.ts';
import { usePreferredFormat } from './member-funds.ts';

/** The download of an image by the member who is signed in, in the format that is preferred. */
export default function DownloadDeal(props: DealProps) {
  return <DownloadDialog {...props} preferredFormat={usePreferredFormat()} />;
}
