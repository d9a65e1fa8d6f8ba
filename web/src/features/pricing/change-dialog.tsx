import type { Plan } from '@easel/contracts/subscriptions/http';
import type { BillingPeriod, PlanCard } from '@easel/contracts/subscriptions/policy';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import styles from './change-dialog.module.css';
import { changesBetween, isUpgrade, termsOfChange } from './plan-choice.ts';

interface ChangeDialogProps {
  plan: Plan;
  card: PlanCard;
  period: BillingPeriod;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Before a plan is taken: what will be different, what is paid today, and what from when on. */
export default function ChangeDialog({ plan, card, period, busy, onConfirm, onClose }: ChangeDialogProps) {
  // As it was opened: what is said stays as long as it is read.
  const [at] = useState(() => new Date());
  const changes = changesBetween(plan.tier, card.tier);
  return (
    <ConfirmDialog
      title={`Change to ${card.name}?`}
      action={`Change to ${card.name}`}
      look={isUpgrade(plan, card.tier, period) ? 'primary' : 'danger'}
      busy={busy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {changes.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">What changes</span>
              </th>
              <th scope="col">{plan.label}</th>
              <th scope="col">{card.name}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, from, to }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{from}</td>
                <td>{to}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.when}>{termsOfChange(plan, card.tier, period, at)}</p>
    </ConfirmDialog>
  );
}
