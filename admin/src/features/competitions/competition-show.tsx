import { type CompetitionRecord, competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { challenges } from '@easel/contracts/competitions/names';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { eventsHttp } from '@easel/contracts/events/http';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { ShowBase, useRecordContext, useShowContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Dollars, formatCount } from '../../ui/money.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { Section } from '../../ui/section.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { AnnouncementCard } from './announcement-card.tsx';
import { StateMark } from './challenge-marks.tsx';
import { challengeTitle, kindLabels, monthText } from './challenge-texts.ts';
import { EntriesCard } from './entries-card.tsx';
import { ReviseDialog } from './revise-dialog.tsx';

export default function CompetitionShow() {
  return (
    <ShowBase<CompetitionRecord>
      disableAuthentication
      error={<PageTrouble title="Challenge" />}
      queryOptions={{ onError: () => undefined }}
    >
      <CompetitionPage />
    </ShowBase>
  );
}

function CompetitionPage() {
  const { refetch } = useShowContext<CompetitionRecord>();
  const challenge = useRecordContext<CompetitionRecord>();
  const lookAgain = () => void refetch();
  useMoved(['competitions'], lookAgain);
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 1100 }}>
      <PageTitle title={challenge ? challengeTitle(challenge) : 'Challenge'} />
      {challenge ? (
        <>
          <Summary challenge={challenge} onMoved={lookAgain} />
          <AnnouncementCard challenge={challenge} onMoved={lookAgain} />
          <EntriesCard challenge={challenge} onMoved={lookAgain} />
        </>
      ) : (
        <Skeleton variant="rounded" height={420} />
      )}
    </Stack>
  );
}

function Summary({ challenge, onMoved }: { challenge: CompetitionRecord; onMoved: () => void }) {
  const { kind, month, theme, description, state, entries, proceeds, shared, kept } = challenge;
  return (
    <Section title="Challenge">
      <Facts>
        <Fact name="Kind">{kindLabels[kind]}</Fact>
        <Fact name="Month (UTC)">{monthText(month)}</Fact>
        <Fact name="Theme">{theme}</Fact>
        <Fact name="Description">{description}</Fact>
        <Fact name="State">
          <StateMark state={state} />
        </Fact>
        <Fact name="Opens (UTC)">
          <Time at={challenge.opens_at} exact />
        </Fact>
        <Fact name="Closes (UTC)">
          <Time at={challenge.closes_at} exact />
        </Fact>
        <Fact name="Winners from (UTC)">
          <Time at={challenge.announced_from} exact />
        </Fact>
        <Fact name="Entries">{formatCount(entries)}</Fact>
        <Fact name="Proceeds">
          <Dollars amount={proceeds} />
        </Fact>
        <Fact name="Shared">{shared === null ? null : <Dollars amount={shared} />}</Fact>
        <Fact name="Kept">{kept === null ? null : <Dollars amount={kept} />}</Fact>
        <Fact name="Challenge id">
          <ShortId id={challenge.id} copy of="challenge’s id" />
        </Fact>
      </Facts>
      <Ways challenge={challenge} onMoved={onMoved} />
    </Section>
  );
}

function Ways({ challenge, onMoved }: { challenge: CompetitionRecord; onMoved: () => void }) {
  const mayBrowse = useMayCall(eventsHttp.list);
  const mayRevise = useMayCall(competitionsConsoleHttp.revise) && challenge.state === 'prepared';
  const [isRevising, setIsRevising] = useState(false);
  const stream = competitionStream.nameOf(challenge.id);
  return (
    <Stack direction="row" spacing={1} useFlexGap component="nav" aria-label="Related" sx={{ flexWrap: 'wrap', mt: 2 }}>
      {mayRevise && (
        <Button size="small" variant="outlined" onClick={() => setIsRevising(true)}>
          Change theme
        </Button>
      )}
      <Button size="small" href={challenges[challenge.kind].path} target="_blank">
        Page of the challenge
      </Button>
      {mayBrowse && (
        <Button
          size="small"
          component={RouterLink}
          to={`/events?${new URLSearchParams({ filter: JSON.stringify({ stream }) })}`}
        >
          Events of the challenge
        </Button>
      )}
      <Button size="small" component={RouterLink} to="/competitions">
        All challenges
      </Button>
      {isRevising && <ReviseDialog challenge={challenge} onDone={onMoved} onClose={() => setIsRevising(false)} />}
    </Stack>
  );
}
