import { REFERRAL_CREDITS } from '@easel/contracts/account/policy';
import { Copy, Gift } from 'lucide-react';
import { copyText } from '../../lib/clipboard.ts';
import { referralLink } from '../../lib/referral.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './referral-banner.module.css';

interface ReferralBannerProps {
  /** Undefined until the member is known. */
  code: string | undefined;
}

/** The member's own link to the sign-up page, and what comes of it. */
export function ReferralBanner({ code }: ReferralBannerProps) {
  const link = code === undefined ? undefined : referralLink(window.location.origin, code);
  const copy = async () => {
    if (link && (await copyText(link))) toast.success('Referral link copied to clipboard!');
    else toast.error('The link could not be copied');
  };
  return (
    <section className={styles.banner} aria-label="Invite a friend">
      <Gift size={28} className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <h2>{`Invite a friend: ${REFERRAL_CREDITS} credits for each of you`}</h2>
        <p>They are permanent, and come when your friend has verified the email address.</p>
      </div>
      <code className={styles.link}>{link ?? '…'}</code>
      <Button disabled={!link} onClick={() => void copy()}>
        <Copy size={16} aria-hidden="true" />
        Copy link
      </Button>
    </section>
  );
}
