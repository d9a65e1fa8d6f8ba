import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { Plan } from '@easel/contracts/subscriptions/http';
import type { PlanCard } from '@easel/contracts/subscriptions/policy';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import styles from './change-dialog.module.css';
import { billsAfter, changesBetween } from './plan-choice.ts';

interface ChangeDialogProps {
  plan: Plan;
  card: PlanCard;
  busy: boolean;
  onConfirm: (from: SubscribedTier) => void;
  onClose: () => void;
}

/** Before a lesser plan is taken: what will be different, and from when on. */
export function ChangeDialog({ plan, card, busy, onConfirm, onClose }: ChangeDialogProps) {
  const bills = billsAfter(plan, card.tier);
  return (
    <ConfirmDialog
      title={`Change to ${card.name}?`}
      action={`Change to ${card.name}`}
      busy={busy}
      onConfirm={() => onConfirm(plan.tier)}
      onClose={onClose}
    >
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
          {changesBetween(plan.tier, card.tier).map(({ name, from, to }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{from}</td>
              <td>{to}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.when}>
        {`The limits change at once. Credits of this month stay yours until ${day.format(new Date(plan.credits.renewsAt))}; permanent ones stay.`}
        {bills && ` ${bills}`}
      </p>
    </ConfirmDialog>
  );
}

/** Months are UTC's. */
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });
