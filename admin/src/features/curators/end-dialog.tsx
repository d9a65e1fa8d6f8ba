import type { CuratorRecord } from '@easel/contracts/curators/console.http';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { SECTION_KEPT_MONTHS } from '@easel/contracts/curators/policy';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { shortId } from '../../ui/shorten-id.ts';

interface Props {
  curator: CuratorRecord;
  onClose: () => void;
}

/** Ends an appointment with a reason. */
export default function EndDialog({ curator, onClose }: Props) {
  const appoint = useAction(curatorsHttp.appoint);
  const notify = useNotify();
  const who = curator.name ?? shortId(curator.id);
  return (
    <ReasonDialog
      title={`End the appointment of ${who}`}
      action="End appointment"
      danger
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await appoint({ params: { id: curator.id }, body: { curator: false, reason } }, key);
        notify(`The appointment of ${who} has ended`, { type: 'success' });
      }}
    >
      {curator.ways.includes('plan') ? besideThePlan : afterwards}
    </ReasonDialog>
  );
}

const afterwards =
  'The section is unlisted at once, and the member’s pictures are sold at the price list’s prices. Section and prices ' +
  `are kept: a new appointment or the Curator Partner plan brings both back. The section is removed after ` +
  `${SECTION_KEPT_MONTHS} months, the prices stay. Files that were sold stay with their buyers.`;

const besideThePlan =
  'The member also has the Curator Partner plan and remains a curator until it ends. Then the section is unlisted at ' +
  `once and kept for ${SECTION_KEPT_MONTHS} months. Prices are kept, and files that were sold stay with their buyers.`;
