import { accrualsOf } from './earned.ts';
import { sumOf, typed, type Evidence, type Violation } from './evidence.ts';

interface Sums {
  tenths: number;
  cents: number;
}

const together = (all: readonly { data: Sums }[]): string =>
  `${sumOf(all, ({ data }) => data.tenths)} tenths and ${sumOf(all, ({ data }) => data.cents)} cents`;

/**
 * What a seller is owed has come: each sale once; what has matured, went back after that or came again is in the
 * account. Holds at quiet points.
 */
export function sellers(evidence: Evidence): Violation[] {
  if (!evidence.isQuiet) return [];
  return [...soldOnce(evidence), ...evidence.members.flatMap((memberId) => owed(evidence, memberId))];
}

const soldOnce = (evidence: Evidence): Violation[] =>
  [...Map.groupBy(accrualsOf(evidence), ({ purchaseId }) => purchaseId)].flatMap(([purchaseId, sales]) =>
    sales.length === 1
      ? []
      : [
          {
            rule: 'sale counts once',
            memberId: sales[0]?.memberId,
            says: `${purchaseId} earned ${sales.length} times`,
          },
        ],
  );

function owed(evidence: Evidence, memberId: string): Violation[] {
  const sold = evidence.earnings(memberId);
  const account = evidence.account(memberId);
  const hadCome = ({ data }: { data: { matured: boolean } }): boolean => data.matured;
  const pairs: [what: string, due: readonly { data: Sums }[], came: readonly { data: Sums }[]][] = [
    ['matured', typed(sold, 'EarningsMatured'), typed(account, 'EarningsSettled')],
    [
      'went back',
      typed(sold, 'EarningsReversed').filter(hadCome),
      [...typed(account, 'EarningsRevoked'), ...typed(account, 'BadDebtBooked')],
    ],
    ['came again', typed(sold, 'EarningsReinstated').filter(hadCome), typed(account, 'EarningsReturned')],
  ];
  return pairs.flatMap(([what, due, came]): Violation[] =>
    together(due) === together(came)
      ? []
      : [
          {
            rule: 'sellers are owed',
            memberId,
            says: `${together(due)} ${what}, and in the account ${together(came)} did`,
          },
        ],
  );
}
