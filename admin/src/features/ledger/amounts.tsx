import type { LedgerBalance } from '@easel/contracts/ledger/http';
import Box from '@mui/material/Box';
import { Credits, Dollars } from '../../ui/money.tsx';

/** What moved, with its sign; a dash where nothing did. */
export function MovedCredits({ amount }: { amount: number }) {
  return amount === 0 ? <Nothing /> : <Credits amount={amount} move />;
}

export function MovedDollars({ amount }: { amount: number }) {
  return amount === 0 ? <Nothing /> : <Dollars amount={amount} move />;
}

const Nothing = () => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    –
  </Box>
);

/** What may be spent, and below it what is held or frozen, where anything is. */
export function BalanceText({ balance: { credits, dollars, held, frozen } }: { balance: LedgerBalance }) {
  return (
    <>
      <Credits amount={credits} /> · <Dollars amount={dollars} />
      {(held !== 0 || frozen !== 0) && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
          {held !== 0 && (
            <>
              <Credits amount={held} /> held
            </>
          )}
          {held !== 0 && frozen !== 0 && ' · '}
          {frozen !== 0 && (
            <>
              <Dollars amount={frozen} /> frozen
            </>
          )}
        </Box>
      )}
    </>
  );
}
