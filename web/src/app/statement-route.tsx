import { Funds } from '../features/purchases/funds.tsx';
import { StatementPage } from '../features/statement/statement-page.tsx';
import { ImageOpener } from './image-opener.tsx';

/** The statement with the way to fill the wallet in it, and the gallery's viewer above it. */
export default function StatementRoute() {
  return (
    <ImageOpener>
      {(open) => (
        <StatementPage
          funds={(wantedDollars) => <Funds dollars={null} wantedDollars={wantedDollars} />}
          onOpenImage={open}
        />
      )}
    </ImageOpener>
  );
}
