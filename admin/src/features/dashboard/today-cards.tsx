import { eventsHttp } from '@easel/contracts/events/http';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useMayCall } from '../../lib/roles.ts';
import { factsPath } from './addresses.ts';
import { figureText } from '../../ui/days.ts';
import { Figure, Figures } from '../../ui/figure.tsx';
import type { Day, Overview } from './overview.ts';

interface Props {
  /** Undefined while it is on its way. */
  overview: Overview | undefined;
}

/** A figure of today: what it is called, what is counted, and where else it stands. */
interface Counted {
  of: keyof Omit<Day, 'day'>;
  label: string;
  fact: string;
}

const generations: readonly Counted[] = [
  { of: 'requested', label: 'Requested', fact: 'GenerationRequested' },
  { of: 'completed', label: 'Completed', fact: 'GenerationCompleted' },
  { of: 'failed', label: 'Failed', fact: 'GenerationFailed' },
  { of: 'cancelled', label: 'Cancelled', fact: 'GenerationCancelled' },
];

const credits: readonly Counted[] = [
  { of: 'granted', label: 'Granted', fact: 'CreditsGranted' },
  { of: 'held', label: 'Held', fact: 'CreditsHeld' },
  { of: 'captured', label: 'Captured', fact: 'CreditsCaptured' },
];

export const GenerationsCard = ({ overview }: Props) => (
  <TodayCard title="Generations today" counted={generations} overview={overview} />
);

export const CreditsCard = ({ overview }: Props) => (
  <TodayCard title="Credits today" counted={credits} overview={overview} />
);

function TodayCard({ title, counted, overview }: Props & { title: string; counted: readonly Counted[] }) {
  const mayLook = useMayCall(eventsHttp.list);
  const today = overview?.today;
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h2" gutterBottom>
          {title}
        </Typography>
        <Figures label={title}>
          {counted.map(({ of, label, fact }) => (
            <Figure
              key={of}
              label={label}
              value={today && figureText(today[of])}
              to={mayLook && overview ? factsPath(fact, overview.at.slice(0, 10)) : undefined}
              trend={{
                values: overview?.days.map((day) => day[of]),
                text: `${label}, day by day: ${overview?.days.map((day) => figureText(day[of])).join(', ')}`,
              }}
            />
          ))}
        </Figures>
      </CardContent>
    </Card>
  );
}
