import { ApiError, messageOf } from '@easel/contracts/kernel/client/api-error';
import { paymentsHttp, topUp } from '@easel/contracts/payments/http';
import { TOP_UP_MAX_DOLLARS, TOP_UP_MIN_DOLLARS, TOP_UP_STEP_DOLLARS } from '@easel/contracts/purchases/policy';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { leadsToAPage } from '../../lib/leads-to-a-page.ts';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { token } from '../../lib/token.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './top-up-panel.module.css';

interface TopUpPanelProps {
  /** What would do, in whole dollars. */
  suggestedDollars?: number;
  /** It was opened because something could not be paid, and takes the focus. */
  urgent?: boolean;
  /** Told before the card service's page comes. */
  onLeave?: (() => void) | undefined;
}

/**
 * spec: public-and-commerce §2.7: a sum, and the way to the card service's page. The wallet grows when the card service
 * says so.
 */
export function TopUpPanel({ suggestedDollars = TOP_UP_MIN_DOLLARS, urgent = false, onLeave }: TopUpPanelProps) {
  const start = useCommand(paymentsHttp.topUp);
  const [problem, setProblem] = useState<string>();
  const form = useTextForm({
    fields: ['amount'],
    schema: topUp,
    bodyOf: ({ amount }) => ({ amount: Number(amount) }),
    async send({ amount }) {
      setProblem(undefined);
      if (token.get() === null) return setProblem('Please log in');
      const { url } = await start.mutateAsync({ body: { amount: Number(amount) } });
      if (!leadsToAPage(url)) return setProblem('Failed to start checkout');
      onLeave?.();
      window.location.assign(url);
    },
    onFailure(error, fields) {
      if (error instanceof ApiError && error.status === 401) setProblem('Please log in');
      else if (fields.length === 0) setProblem(messageOf(error, 'Top-up failed'));
    },
  });
  return (
    <form {...form.props} key={suggestedDollars} className={styles.panel} aria-label="Add funds">
      <TextField
        {...form.field('amount')}
        label="Amount in dollars"
        type="number"
        inputMode="numeric"
        min={TOP_UP_MIN_DOLLARS}
        max={TOP_UP_MAX_DOLLARS}
        step={TOP_UP_STEP_DOLLARS}
        defaultValue={suggestedDollars}
        required
        // What could not be paid has just been refused: this is where one goes on.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={urgent}
      />
      <Button type="submit" look={urgent ? 'primary' : 'quiet'} busy={form.busy}>
        {!form.busy && <CreditCard size={20} aria-hidden="true" />}
        Start checkout
      </Button>
      <p className={styles.problem} role="alert">
        {problem}
      </p>
      <p className={styles.note}>You pay by card on the next page. Money that you add does not expire.</p>
    </form>
  );
}
