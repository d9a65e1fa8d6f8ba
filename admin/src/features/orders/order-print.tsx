import type { OrderRecord } from '@easel/contracts/orders/console.http';
import Alert from '@mui/material/Alert';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Dollars } from '../../ui/money.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Section } from '../../ui/section.tsx';

/** How the print service has the order. */
export const PrintPart = ({ print }: { print: NonNullable<OrderRecord['print']> }) => (
  <Section title="Print">
    {print.problem !== null && (
      <Alert severity="error" variant="outlined" sx={{ mb: 2 }}>
        The print service cannot go on: {print.problem}
      </Alert>
    )}
    <Facts>
      <Fact name="Attempt">{print.attempt}</Fact>
      <Fact name="Print service’s id">
        {print.id === null ? 'Not sent yet' : <ShortId id={print.id} copy of="print service’s id" />}
      </Fact>
      <Fact name="Cost">{print.cost === null ? 'Not known yet' : <Dollars amount={print.cost} />}</Fact>
    </Facts>
  </Section>
);
