import { type CompetitionRecord, competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useGetIdentity } from 'react-admin';
import { useMayCall } from '../../lib/roles.ts';
import { OperatorName } from '../../ui/operator-name.tsx';
import { Section } from '../../ui/section.tsx';
import { Time } from '../../ui/time.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { AnnounceDialog } from './announce-dialog.tsx';
import { type Announcement, announcementOf } from './announcement.ts';

interface Props {
  challenge: CompetitionRecord;
  onMoved: () => void;
}

/** Shows what the announcement of winners waits for, and the button for the next step. */
export function AnnouncementCard({ challenge, onMoved }: Props) {
  const { identity } = useGetIdentity();
  const mayAnnounce = useMayCall(competitionsConsoleHttp.announce);
  const [isOpen, setIsOpen] = useState(false);
  const now = useMinute();
  const announcement = identity && announcementOf(challenge, String(identity.id), new Date(now));
  if (announcement === undefined) return null;
  const action = mayAnnounce ? actionOf(announcement) : undefined;
  return (
    <Section title="Announcement of the winners">
      <Typography sx={{ maxWidth: '72ch' }}>
        <Words announcement={announcement} challenge={challenge} />
      </Typography>
      {action !== undefined && (
        <Button variant="contained" size="small" sx={{ mt: 2 }} onClick={() => setIsOpen(true)}>
          {action}
        </Button>
      )}
      {isOpen && (
        <AnnounceDialog
          challenge={challenge}
          isConfirming={announcement.step !== 'unproposed'}
          onDone={onMoved}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  );
}

function actionOf(announcement: Announcement): string | undefined {
  if (announcement.step === 'unproposed') return 'Announce winners';
  if (announcement.step === 'to-confirm') return 'Confirm and announce';
  return announcement.step === 'own' && announcement.isOpen ? 'Confirm and announce' : undefined;
}

function Words({ announcement, challenge }: { announcement: Announcement; challenge: CompetitionRecord }): ReactNode {
  switch (announcement.step) {
    case 'too-early':
      return (
        <>
          Winners can be announced from <Utc at={announcement.from} />. Until then late payments and refunds change the
          standing.
        </>
      );
    case 'unproposed':
      return 'The announcement has not been proposed yet. One admin proposes it, another confirms it.';
    case 'to-confirm':
      return (
        <>
          <OperatorName id={announcement.by} /> proposed the announcement on <Utc at={announcement.at} />. Another admin
          has to confirm it.
        </>
      );
    case 'own':
      return (
        <>
          You proposed the announcement on <Utc at={announcement.at} />. Another admin has to confirm it. Where no other
          admin is active, you can confirm it yourself from <Utc at={announcement.from} />.
        </>
      );
    case 'announced':
      return <Announced challenge={challenge} />;
  }
}

function Announced({ challenge: { announced_at: at, proposed, confirmed_by: by } }: Pick<Props, 'challenge'>) {
  return (
    <>
      Announced on <Utc at={at} />
      {proposed !== null && (
        <>
          , proposed by <OperatorName id={proposed.operator_id} />
        </>
      )}
      {by !== null && (
        <>
          {' '}
          and confirmed by <OperatorName id={by} />
        </>
      )}
      . The sums are credited to the members and cannot be changed.
    </>
  );
}

const Utc = ({ at }: { at: string | null }) => (
  <>
    <Time at={at} exact /> UTC
  </>
);
