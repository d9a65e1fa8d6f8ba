import type { User } from '@easel/contracts/members/http';
import { Copy, Gift } from 'lucide-react';
import { copyText } from '../../lib/clipboard.ts';
import { counted, formatCredits } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './referral-banner.module.css';
import { REFERRAL_OFFER, REFERRAL_TERMS, referralLink } from './referral.ts';

interface ReferralBannerProps {
  /** Undefined until the member is known. */
  referral: User['referral'] | undefined;
}

/** The member's own link to the sign-up page, and what came of it. */
export function ReferralBanner({ referral }: ReferralBannerProps) {
  const link = referral && referralLink(window.location.origin, referral.code);
  const copy = async () => {
    if (link && (await copyText(link))) toast.success('Referral link copied!');
    else toast.error('The link could not be copied');
  };
  return (
    <section className={styles.banner} aria-label="Invite a friend">
      <Gift size={28} className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <h2>{`Invite a friend: ${REFERRAL_OFFER}`}</h2>
        <p>{REFERRAL_TERMS}</p>
        <p className={styles.counts}>{referral ? countsText(referral) : '…'}</p>
      </div>
      <code className={styles.link}>{link ?? '…'}</code>
      <Button disabled={!link} onClick={() => void copy()}>
        <Copy size={16} aria-hidden="true" />
        Copy link
      </Button>
    </section>
  );
}

/** '3 friends made their first picture · 75 credits earned'. */
export const countsText = ({ totalReferrals, referralCredits }: User['referral']): string =>
  totalReferrals === 0
    ? 'No friend has made a first picture yet'
    : `${counted(totalReferrals, 'friend')} made their first picture · ${formatCredits(referralCredits)} earned`;
