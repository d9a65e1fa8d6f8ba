import { downloadFormats } from '@easel/contracts/downloads/policy';
import { DownloadDialog } from '../features/downloads/download-dialog.tsx';
import type { DealProps } from '../features/images/image-deals.ts';
import { useMe } from '../features/members/session.ts';

/** The download of an image by the member who is signed in, in the format that is preferred. */
export default function DownloadDeal(props: DealProps) {
  const preferred = useMe().data?.user.preferences.defaultFormat.toLowerCase();
  return (
    <DownloadDialog {...props} preferredFormat={downloadFormats.find((format) => format === preferred) ?? 'png'} />
  );
}
