import type { OrderRecord } from '@easel/contracts/orders/console.http';
import { deliveries } from '@easel/contracts/orders/policy';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { nameOf } from './item-name.ts';
import { Given, Section } from '../../ui/section.tsx';

type Delivery = NonNullable<OrderRecord['delivery']>;
type Parcel = Delivery['parcels'][number];

const arrivals = { true: 'All of it, says the member', false: 'Something is missing, says the member' };

/** Where an order goes, how and until when, with its parcels. */
export const DeliveryPart = ({ order, delivery }: { order: OrderRecord; delivery: Delivery }) => (
  <Section title="Delivery">
    <Facts>
      <Fact name="Address">
        <Address address={delivery.address} />
      </Fact>
      <Fact name="Method">{deliveries[delivery.method].name}</Fact>
      <Fact name="Promised by">
        {delivery.promised_by === null ? 'Known once all parcels have left' : <Time at={delivery.promised_by} exact />}
      </Fact>
      <Fact name="Arrived">{delivery.arrived === null ? 'Not reported' : arrivals[`${delivery.arrived}`]}</Fact>
    </Facts>
    {delivery.parcels.length === 0 ? (
      <Typography color="text.secondary" sx={{ mt: 2 }}>
        No parcel has left yet.
      </Typography>
    ) : (
      <Parcels parcels={delivery.parcels} items={order.items} />
    )}
  </Section>
);

const Address = ({ address: { street, city, state, zipCode, country } }: Pick<Delivery, 'address'>) => (
  <>
    {[street, [city, state, zipCode].filter((part) => part !== '').join(', '), country]
      .filter((line) => line !== '')
      .map((line, index) => (
        <div key={`${index} ${line}`}>
          <Given text={line} />
        </div>
      ))}
  </>
);

const Parcels = ({ parcels, items }: Pick<Delivery, 'parcels'> & Pick<OrderRecord, 'items'>) => (
  <Box
    role="region"
    aria-label="Parcels"
    tabIndex={0}
    sx={{ mt: 2, overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
  >
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>Tracking number</TableCell>
          <TableCell>Carrier</TableCell>
          <TableCell>Dispatched (UTC)</TableCell>
          <TableCell>Promised by (UTC)</TableCell>
          <TableCell>Items</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {parcels.map((parcel) => (
          <TableRow key={parcel.id}>
            <TableCell component="th" scope="row">
              <Tracking parcel={parcel} />
            </TableCell>
            <TableCell>{parcel.carrier === '' ? '–' : parcel.carrier}</TableCell>
            <TableCell>
              <Time at={parcel.dispatched_at} exact />
            </TableCell>
            <TableCell>
              <Time at={parcel.promised_by} exact />
            </TableCell>
            <TableCell>
              {items
                .filter(({ id }) => parcel.items.includes(id))
                .map(nameOf)
                .join('; ')}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Box>
);

/** The carrier's page where its address is a secure one: it is the print service's word. */
const isSecure = (address: string): boolean => URL.canParse(address) && new URL(address).protocol === 'https:';

function Tracking({ parcel: { tracking_number: number, tracking_url: address } }: { parcel: Parcel }) {
  if (number === '' && address === '') return <>Not tracked</>;
  const text = number === '' ? 'Track the parcel' : number;
  return isSecure(address) ? (
    <Link href={address} target="_blank" rel="noopener noreferrer">
      {text}
    </Link>
  ) : (
    <>{text}</>
  );
}
