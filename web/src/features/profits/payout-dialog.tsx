import { earningsHttp, payoutRequest } from '@easel/contracts/earnings/http';
import { payoutCents } from '@easel/contracts/earnings/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { centsToDollars, creditsToTenths } from '@easel/contracts/kernel/money';
import { useState } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm, type Values } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { earnedText } from './earned-words.ts';
import type { Own } from './profit-queries.ts';
import styles from './profits.module.css';

const fields = ['credits', 'dollars', 'iban', 'accountHolder'] as const;
type Field = (typeof fields)[number];

/** The units that earnings come in; only those that the member has are asked for. */
const amounts = [
  { unit: 'credits', label: 'Credits', step: 0.1 },
  { unit: 'dollars', label: 'Dollars', step: 0.01 },
] as const;

interface PayoutDialogProps {
  payable: Own['payable'];
  onClose: () => void;
}

/** Asks for amounts and bank account of a payout. The amounts default to everything payable. */
export function PayoutDialog({ payable, onClose }: PayoutDialogProps) {
  const request = useCommand(earningsHttp.requestPayout);
  const [wanted, setWanted] = useState(payable);
  const [problem, setProblem] = useState<string>();
  const form = useTextForm<Field>({
    fields,
    schema: payoutRequest,
    bodyOf,
    async send(values) {
      setProblem(undefined);
      const { amount } = await request.mutateAsync({ body: bodyOf(values) });
      toast.success(`Payout of ${formatDollars(amount)} requested`);
      onClose();
    },
    onFailure(error, taken) {
      if (taken.length === 0) setProblem(messageOf(error, 'The payout could not be requested'));
    },
  });
  const cents = payoutCents({ tenths: creditsToTenths(wanted.credits), cents: Math.round(wanted.dollars * 100) });
  return (
    <TitledDialog title="Request a payout" onClose={onClose} className={styles.dialog}>
      <form {...form.props} className={styles.form}>
        <p>{`You can be paid ${earnedText(payable)}. What is not paid out stays in your account.`}</p>
        <div className={styles.pair}>
          {amounts
            .filter(({ unit }) => payable[unit] > 0)
            .map(({ unit, label, step }) => (
              <TextField
                key={unit}
                {...form.field(unit)}
                label={label}
                type="number"
                inputMode="decimal"
                min={0}
                max={payable[unit]}
                step={step}
                defaultValue={payable[unit]}
                onChange={({ target }) => setWanted({ ...wanted, [unit]: Number(target.value) })}
              />
            ))}
        </div>
        <TextField
          {...form.field('accountHolder')}
          label="Account holder"
          autoComplete="name"
          hint="The name on your bank account"
          required
        />
        <TextField
          {...form.field('iban')}
          label="IBAN"
          autoComplete="off"
          spellCheck={false}
          hint="Stored encrypted. Only those who make the transfer see it."
          required
        />
        <p aria-live="polite">
          {'We will transfer '}
          <strong>{formatDollars(centsToDollars(cents))}</strong>.
        </p>
        <div role="alert">{problem !== undefined && <Notice kind="problem">{problem}</Notice>}</div>
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Request payout
          </Button>
        </div>
      </form>
    </TitledDialog>
  );
}

const bodyOf = ({ credits, dollars, iban, accountHolder }: Values<Field>) => ({
  credits: Number(credits),
  dollars: Number(dollars),
  iban,
  accountHolder,
});
