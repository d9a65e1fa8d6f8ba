import { DownloadDialog } from '../features/downloads/download-dialog.tsx';
import type { DealProps } from '../features/images/image-deals.ts';
import { usePreferredFormat, usePreferredSize } from './member-funds.ts';

/** The download of an image by the member who is signed in, in the size and format that are preferred. */
export default function DownloadDeal(props: DealProps) {
  return <DownloadDialog {...props} preferredSize={usePreferredSize()} preferredFormat={usePreferredFormat()} />;
}
