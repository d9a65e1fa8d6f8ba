import type { ProviderFigures } from '@easel/contracts/providers/figures.http';
import { type OperatedProvider, providersHttp } from '@easel/contracts/providers/http';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Chip, { type ChipProps } from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useMayCall } from '../../lib/roles.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Figure, Figures } from '../../ui/figure.tsx';
import { secondsText } from '../../ui/lag-texts.ts';
import { formatCount, formatDollars } from '../../ui/money.tsx';
import { OperatorName } from '../../ui/operator-name.tsx';
import { PauseDialog, ResumeDialog } from './pause-dialogs.tsx';
import { budgetText, failedOf, failingText, failuresText, protocolTexts } from './provider-texts.ts';
import { DAYS } from './reads.ts';

interface Props {
  provider: OperatedProvider;
  /** Null without requests in this period; undefined while loading. */
  figures: ProviderFigures | null | undefined;
  /** Called with the text to show after a version conflict. */
  onConflict: (text: string) => void;
}

export function ProviderCard({ provider, figures, onConflict }: Props) {
  const heading = useId();
  const { name, label, protocol, factor, budget, reservedToday } = provider;
  return (
    <Card component="section" aria-labelledby={heading}>
      <CardContent>
        <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1.5, mb: 0.5 }}>
          <Typography variant="h2" id={heading}>
            {label}
          </Typography>
          <StateChip {...provider} />
          <Box sx={{ flex: 1 }} />
          <Actions provider={provider} onConflict={onConflict} />
        </Stack>
        <Typography sx={{ mb: 2, maxWidth: '72ch', overflowWrap: 'anywhere' }}>
          <State {...provider} />
        </Typography>
        <Facts>
          <Fact name="Name">
            {name} · {protocolTexts[protocol]}
          </Fact>
          <Fact name="Price">{factor === 1 ? 'The list price' : `${formatCount(factor)} times the list price`}</Fact>
          {name !== BUILT_IN && (
            <>
              <Fact name="Reserved today">
                <span className="numbers">{budgetText(reservedToday, budget.day)}</span>
              </Fact>
              {budget.memberDay !== null && (
                <Fact name="Each member">At most {formatDollars(budget.memberDay)} a day</Fact>
              )}
            </>
          )}
        </Facts>
        <Typography variant="h3" sx={{ fontSize: 15, fontWeight: 600, mt: 2, mb: 1 }}>
          Last {DAYS} days
        </Typography>
        {figures === null ? (
          <Typography color="text.secondary">No requests in this period.</Typography>
        ) : (
          <FiguresOf label={label} figures={figures} />
        )}
      </CardContent>
    </Card>
  );
}

const looks = {
  ready: { label: 'Ready', color: 'success' },
  paused: { label: 'Paused', color: 'warning' },
  failing: { label: 'Failing', color: 'error' },
} as const satisfies Record<OperatedProvider['availability']['state'], ChipProps>;

const ONE_AT_A_TIME = 'Each worker sends it one request at a time until one succeeds.';
const triedAgain = { label: 'Trying again', color: 'warning' } as const satisfies ChipProps;

const StateChip = ({ availability: { state }, lastFailure }: OperatedProvider) => (
  <Chip variant="outlined" {...(lastFailure === undefined ? looks[state] : triedAgain)} />
);

function State({ availability, lastFailure, pausedBy }: OperatedProvider) {
  switch (availability.state) {
    case 'ready':
      if (lastFailure === undefined) return 'It accepts requests.';
      return `Its last calls failed: ${failingText(lastFailure)}. ${ONE_AT_A_TIME}`;
    case 'paused':
      return (
        <>
          Paused
          {pausedBy !== undefined && (
            <>
              {' '}
              by <OperatorName id={pausedBy} />
            </>
          )}
          : “<bdi>{availability.reason}</bdi>
          ”. No requests are sent to it until it is resumed.
        </>
      );
    case 'failing':
      return (
        <>
          Failing: {failingText(availability.reason)}. No requests are sent to it until{' '}
          <time dateTime={availability.until}>{availability.until.slice(11, 19)} UTC</time>; then it is tried again.
        </>
      );
  }
}

const hasPause = ({ availability }: OperatedProvider): boolean => availability.state === 'paused';

/**
 * Shows the buttons that this operator may use. The built-in renderer cannot be paused here, because it may be the only
 * provider.
 */
function Actions({ provider, onConflict }: Omit<Props, 'figures'>) {
  const mayPause = useMayCall(providersHttp.pause);
  // Keep the provider as it was when the dialog opened: a concurrent change must not turn a pause dialog into a resume
  // dialog.
  const [seen, setSeen] = useState<OperatedProvider>();
  const { name, label } = provider;
  const isPaused = hasPause(provider);
  const dialog = seen && { seen, onConflict, onClose: () => setSeen(undefined) };
  if (!mayPause || (name === BUILT_IN && !isPaused && !dialog)) return null;
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => setSeen(provider)}
        aria-label={`${isPaused ? 'Resume' : 'Pause'} ${label}`}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      {dialog && (hasPause(dialog.seen) ? <ResumeDialog {...dialog} /> : <PauseDialog {...dialog} />)}
    </>
  );
}

const durationText = (ms: number | null): string => (ms === null ? '–' : secondsText(ms / 1000));

const shown: readonly { label: string; text: (of: ProviderFigures) => string }[] = [
  { label: 'Generations', text: ({ generations }) => formatCount(generations) },
  { label: 'Pictures', text: ({ pictures }) => formatCount(pictures) },
  { label: 'Failed', text: (of) => formatCount(failedOf(of)) },
  { label: 'Cancelled', text: ({ cancelled }) => formatCount(cancelled) },
  { label: 'Cost', text: ({ cost }) => formatDollars(cost) },
  { label: 'Perhaps', text: ({ perhaps }) => formatDollars(perhaps) },
  { label: 'Income', text: ({ income }) => formatDollars(income) },
  { label: 'Margin', text: ({ income, cost }) => formatDollars(income - cost) },
  { label: 'Half within', text: ({ p50Ms }) => durationText(p50Ms) },
  { label: '95% within', text: ({ p95Ms }) => durationText(p95Ms) },
];

export function FiguresOf({ label, figures }: { label: string; figures: ProviderFigures | undefined }) {
  return (
    <>
      <Figures label={`${label}, last ${DAYS} days`} minWidthPx={124}>
        {shown.map(({ label: name, text }) => (
          <Figure key={name} label={name} value={figures && text(figures)} />
        ))}
      </Figures>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1.5 }}>
        {figures ? `Failures: ${failuresText(figures)}.` : <Skeleton width="60%" />}
      </Typography>
    </>
  );
}
