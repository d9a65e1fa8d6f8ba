import { Link2 } from 'lucide-react';
import { REFERRAL_OFFER, REFERRAL_TERMS, referralLink, shareTargets } from '../features/account/referral.ts';
import { copyText } from '../lib/clipboard.ts';
import items from '../ui/popover.module.css';
import { toast } from '../ui/toast.tsx';
import styles from './share-list.module.css';

/** Marks of their own making, as the icon set has none of companies. */
const MARKS: Readonly<Record<string, string>> = {
  Facebook: 'f',
  'Twitter/X': 'X',
  LinkedIn: 'in',
  WhatsApp: 'W',
  Telegram: 'T',
  Email: '@',
};

/** What stands in the share popover. */
export default function ShareList({ code, onDone }: { code: string; onDone: () => void }) {
  const link = referralLink(window.location.origin, code);
  async function copy() {
    if (await copyText(link)) toast.success('Referral link copied to clipboard!');
    else toast.error('The link could not be copied');
    onDone();
  }
  return (
    <>
      <p className={styles.lead}>{`Invite a friend: ${REFERRAL_OFFER}. ${REFERRAL_TERMS}`}</p>
      {shareTargets(link).map(({ name, address }) => (
        <a key={name} href={address} className={items.item} target="_blank" rel="noopener noreferrer" onClick={onDone}>
          <span className={styles.mark} aria-hidden="true">
            {MARKS[name]}
          </span>
          {name}
          <span className="visually-hidden"> (opens a new tab)</span>
        </a>
      ))}
      <button type="button" className={items.item} onClick={() => void copy()}>
        <span className={styles.mark} aria-hidden="true">
          <Link2 size={14} />
        </span>
        Copy Link
      </button>
    </>
  );
}
