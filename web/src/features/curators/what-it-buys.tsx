import { allowanceTenths } from '@easel/contracts/account/policy';
import { CURATOR_SHARE_PERCENT } from '@easel/contracts/earnings/policy';
import { cutoutTenths, upscaleTerms } from '@easel/contracts/edits/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { Store } from 'lucide-react';
import { formatDollars } from '../../lib/dollars.ts';
import { formatCredits } from '../../lib/figures.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { planDollars } from './break-even.ts';
import styles from './curators.module.css';

const TIER = 'curator_partner';

const gains = [
  'A section of your own on your public page, and a place in the row of curators in the public gallery.',
  'Your own prices for each size of your pictures, which are then sold for dollars only.',
  `${CURATOR_SHARE_PERCENT}% of what they sell for, net of the payment fee, with views, sales and a statement for each month.`,
  `${formatCredits(tenthsToCredits(allowanceTenths(TIER)))} a month.`,
  toolsText(),
];

/** Names the terms that wait for tools which do not exist yet. */
function toolsText(): string {
  const cutout = formatCredits(tenthsToCredits(cutoutTenths(TIER, 'in-house')));
  const upscale = formatCredits(tenthsToCredits(upscaleTerms(TIER)?.tenths ?? 0));
  return `Background removal for ${cutout} and upscaling from 4K to 8K for ${upscale}, once these tools are available.`;
}

/** The page for members who are not curators. `hasSection`: they were one, and their section is kept. */
export function WhatItBuys({ hasSection }: { hasSection: boolean }) {
  return (
    <>
      {hasSection && (
        <Notice kind="info">
          Your section and your prices are kept for twelve months. They are shown again as soon as the plan is in force.
        </Notice>
      )}
      <EmptyState icon={<Store size={28} />} title="Sell your pictures as a curator">
        <p>
          {`The Curator Partner plan costs ${formatDollars(planDollars('monthly'))} a month, or ${formatDollars(planDollars('yearly'))} a month paid by the year. It gives you:`}
        </p>
        <ul className={styles.gains}>
          {gains.map((gain) => (
            <li key={gain}>{gain}</li>
          ))}
        </ul>
        <ButtonLink look="primary" to="/pricing#curator_partner">
          See the plan
        </ButtonLink>
      </EmptyState>
    </>
  );
}
