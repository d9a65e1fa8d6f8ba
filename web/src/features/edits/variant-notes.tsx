import { Notice } from '../../ui/notice.tsx';
import { sizeText } from '../providers/offers.ts';
import { useProviders } from '../providers/providers-query.ts';
import type { VariantOrder } from './order-variant.ts';
import styles from './edits.module.css';

/** Shows before paying who makes the variant or why no provider can, and a changed price. */
export function VariantNotes({ order: { choice, enlargedFrom, newPrice } }: { order: VariantOrder }) {
  const { isConfigured } = useProviders();
  return (
    <div role="status" className={styles.notes}>
      {choice.refusal !== undefined && <Notice kind="problem">{`${choice.reason}. Nothing is charged.`}</Notice>}
      {newPrice !== undefined && <Notice kind="info">{newPrice}</Notice>}
      {isConfigured && choice.provider && (
        <p className={styles.note}>
          {`Made by ${choice.provider.label}${enlargedFrom ? `, enlarged from ${sizeText(enlargedFrom)}` : ''}`}
        </p>
      )}
    </div>
  );
}
