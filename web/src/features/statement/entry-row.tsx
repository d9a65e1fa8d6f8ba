import { invoicePath } from '@easel/contracts/invoices/policy';
import type { LedgerEntry } from '@easel/contracts/ledger/http';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits } from '../../lib/figures.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './entry-row.module.css';
import { asideText, movementsOf, reasonText } from './movements.ts';

interface EntryRowProps {
  entry: LedgerEntry;
  /** The prompt of the picture it is about, where that is known. */
  title?: string | undefined;
  /** The number of its invoice or credit note, where there is one. */
  invoice?: string | undefined;
  onOpenImage: (generationId: string) => void;
}

/**
 * One movement: when, why, how much, and what there was afterwards. What only settles an earlier one is told quietly.
 */
export function EntryRow({ entry, title, invoice, onOpenImage }: EntryRowProps) {
  const { note, balance, at } = entry;
  const movements = movementsOf(entry);
  const aside = asideText(entry);
  return (
    <li className={styles.row} data-quiet={movements.length === 0}>
      <span className={styles.when}>
        <Time iso={at} />
      </span>
      <div className={styles.what}>
        <p>{reasonText(entry)}</p>
        {title && <p className={styles.title}>{title}</p>}
        {aside && <p className={styles.note}>{aside}</p>}
        {note && <p className={styles.note}>{note}</p>}
        <About entry={entry} invoice={invoice} onOpenImage={onOpenImage} />
      </div>
      <p className={styles.amount}>
        {movements.map(({ text, direction }) => (
          <span key={text} data-direction={direction}>
            {text}
          </span>
        ))}
      </p>
      <p className={styles.balance}>
        <span className="visually-hidden">Balance afterwards: </span>
        <span>{formatCredits(balance.credits)}</span>
        <span>{formatDollars(balance.dollars)}</span>
      </p>
    </li>
  );
}

/** The way to what it is about. */
function About({ entry: { purchaseId, generationId, reason, settledBy, card }, invoice, onOpenImage }: EntryRowProps) {
  if (invoice !== undefined) return <PageLink to={invoicePath(invoice)}>{invoice}</PageLink>;
  if (purchaseId !== null) {
    return (
      <>
        <PageLink to="/my-purchases">My Purchases</PageLink>
        {/* What a card paid is on the invoice of its order. */}
        {reason === 'purchase' && <PageLink to={invoicePath(purchaseId)}>{card > 0 ? 'Invoice' : 'Receipt'}</PageLink>}
      </>
    );
  }
  // One that was not made has nothing to show.
  if (generationId === null || [reason, settledBy].includes('generation-release')) return null;
  return (
    <button type="button" className={styles.link} onClick={() => onOpenImage(generationId)}>
      Show image
    </button>
  );
}
