import type { WholeRun } from '@easel/contracts/reports/http';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { DetailedAlert } from '../../ui/detailed-alert.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { AskedFor } from './asked-for.tsx';
import { parametersText, stateTexts } from './runs-list.tsx';
import { isReport, runPath } from './titles.ts';
import { useAsk } from './use-ask.ts';

const HASH_SHOWN = 12;

/** What a run's bytes follow from, so that anybody can have them again. */
export function OriginCard({ run }: { run: WholeRun }) {
  const { ask, error, isAsking } = useAsk();
  const { report, parameters, position } = run;
  const given = parametersText(parameters);

  function again() {
    if (isReport(report) && position !== null) void ask({ report, parameters, as_of: position, again_of: run.id });
  }

  return (
    <Card component="section" aria-labelledby="origin">
      <CardContent>
        <Typography variant="h2" id="origin" gutterBottom>
          What it is made of
        </Typography>
        <Facts>
          <Fact name="State">{stateTexts[run.state]}</Fact>
          <Fact name="Parameters">{given === '' ? 'None' : given}</Fact>
          <Fact name="As of">
            <span className="numbers">{position ?? run.as_of ?? 'now'}</span>
          </Fact>
          <Fact name="Begun">
            <AskedFor run={run} />
          </Fact>
          {run.ended_at && (
            <Fact name="Ended">
              <Time at={run.ended_at} />
            </Fact>
          )}
          {run.code_hash && (
            <Fact name="Code">
              <code title={run.code_hash}>{run.code_hash.slice(0, HASH_SHOWN)}</code>
            </Fact>
          )}
          {run.result_hash && (
            <Fact name="Result">
              <code title={run.result_hash}>{run.result_hash.slice(0, HASH_SHOWN)}</code>
            </Fact>
          )}
          {run.filter && <Fact name="Facts">{run.filter.join(', ')}</Fact>}
        </Facts>
        <Repeats run={run} />
        {position !== null && run.erased_since !== null && run.erased_since > 0 && (
          <Typography variant="body2" sx={{ mt: 2 }}>
            {run.erased_since === 1 ? 'One person was' : `${run.erased_since} people were`} erased since. Reports see
            nothing personal, so these figures stand.
          </Typography>
        )}
        <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', mt: 2 }}>
          {position !== null && (
            <Button variant="outlined" size="small" loading={isAsking} onClick={again}>
              Make it again
            </Button>
          )}
          <Button size="small" component={RouterLink} to={`/reports/${report}`}>
            New report
          </Button>
        </Stack>
        {error && <DetailedAlert message={error} detail="" />}
      </CardContent>
    </Card>
  );
}

/** Against the run that this one repeats. */
function Repeats({ run: { repeats, again_of: againOf, report } }: { run: WholeRun }) {
  if (againOf === null || !repeats) return null;
  return (
    <Typography variant="body2" sx={{ mt: 2 }}>
      {repeats.same && 'The same bytes as the '}
      {!repeats.same &&
        repeats.same_code &&
        'Made by the same code, and yet not the same: facts are gone that there were for the '}
      {!repeats.same && !repeats.same_code && 'Not the same, as its code is no longer that of the '}
      <Link component={RouterLink} to={runPath(report, againOf)}>
        run before
      </Link>
      .
    </Typography>
  );
}
