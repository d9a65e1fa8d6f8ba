import { useQuery } from '@tanstack/react-query';
import { History, X } from 'lucide-react';
import { useState } from 'react';
import { absoluteDate } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FailedState } from '../../ui/states.tsx';
import { Balances } from './balances.tsx';
import styles from './past-balance.module.css';
import { instantOf, localOf } from './statement-filter.ts';
import { pastBalanceQuery } from './statement-queries.ts';

interface PastBalanceProps {
  /** ISO; empty where none is wanted. */
  at: string;
  onChange: (at: string) => void;
}

/** What there was at any instant that somebody asks for. */
export function PastBalance({ at, onChange }: PastBalanceProps) {
  const [problem, setProblem] = useState<string>();
  return (
    <div className={styles.past}>
      <form
        key={at}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('at');
          const instant = instantOf(typeof typed === 'string' ? typed : '');
          setProblem(instant ? undefined : 'Please enter a date and a time');
          if (instant) onChange(instant);
        }}
      >
        <TextField label="Balance at" name="at" type="datetime-local" defaultValue={localOf(at)} error={problem} />
        <Button type="submit">
          <History size={16} aria-hidden="true" />
          Show
        </Button>
        {at !== '' && (
          <Button onClick={() => onChange('')}>
            <X size={16} aria-hidden="true" />
            Back to now
          </Button>
        )}
      </form>
      <div role="status">{at !== '' && <Then at={at} />}</div>
    </div>
  );
}

function Then({ at }: { at: string }) {
  const { data, error, fetchStatus, refetch } = useQuery(pastBalanceQuery(at));
  if (!data && (error || fetchStatus === 'paused')) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.then}>
      <h3>{absoluteDate(at)}</h3>
      <Balances balance={data?.balance} label="Balance at that time" />
    </div>
  );
}
