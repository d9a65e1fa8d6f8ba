import { Plus, Wallet } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { Button } from '../../ui/button.tsx';
import styles from './funds.module.css';
import { TopUpPanel } from './top-up-panel.tsx';

interface FundsProps {
  /** In the wallet: undefined until known, null where it is told elsewhere. */
  dollars: number | null | undefined;
  /** What would do for something that could not be paid; null where nothing was refused. */
  wantedDollars: number | null;
  /** Told before the card service's page comes. */
  onLeave?: () => void;
}

/**
 * spec: public-and-commerce §2.7: the wallet, and the panel that fills it: opened by hand, or by a purchase that it
 * could not pay for.
 */
export function Funds({ dollars, wantedDollars, onLeave }: FundsProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [answered, setAnswered] = useState<number | null>(null);
  if (wantedDollars !== answered) {
    setAnswered(wantedDollars);
    if (wantedDollars !== null) setOpened(true);
  }
  return (
    <div className={styles.funds}>
      {dollars !== null && (
        <p>
          <Wallet size={20} aria-hidden="true" />
          <span>Wallet balance</span>
          <strong>{dollars === undefined ? '…' : formatDollars(dollars)}</strong>
        </p>
      )}
      <Button aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
        <Plus size={16} aria-hidden="true" />
        Add Funds
      </Button>
      <div id={id} className={styles.panel} hidden={!opened}>
        {opened &&
          (wantedDollars === null ? (
            <TopUpPanel key="wished" onLeave={onLeave} />
          ) : (
            <TopUpPanel key="wanted" suggestedDollars={wantedDollars} urgent onLeave={onLeave} />
          ))}
      </div>
    </div>
  );
}
