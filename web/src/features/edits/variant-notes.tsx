import { formatCredits } from '../../lib/figures.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useBalance } from '../account/balance.ts';
import { sizeText } from '../providers/offers.ts';
import { useProviders } from '../providers/providers-query.ts';
import type { VariantOrder } from './order-variant.ts';
import styles from './edits.module.css';

/** Shows before paying who makes the variant or why no provider can, a changed price, and missing credits. */
export function VariantNotes({ order: { choice, credits, enlargedFrom, newPrice } }: { order: VariantOrder }) {
  const { isConfigured } = useProviders();
  const { data: balance } = useBalance();
  const short = balance ? credits - balance.credits : 0;
  return (
    <div role="status" className={styles.notes}>
      {choice.refusal !== undefined && <Notice kind="problem">{`${choice.reason}. Nothing is charged.`}</Notice>}
      {newPrice !== undefined && <Notice kind="info">{newPrice}</Notice>}
      {short > 0 && (
        <Notice kind="problem" action={<PageLink to="/pricing">Get credits</PageLink>}>
          {`You are ${formatCredits(short)} short.`}
        </Notice>
      )}
      {isConfigured && choice.provider && (
        <p className={styles.note}>
          {`Made by ${choice.provider.label}${enlargedFrom ? `, enlarged from ${sizeText(enlargedFrom)}` : ''}`}
        </p>
      )}
    </div>
  );
}
