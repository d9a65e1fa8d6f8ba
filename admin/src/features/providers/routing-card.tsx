import { type ProvidersConsole, providersHttp } from '@easel/contracts/providers/http';
import { AUTOMATIC, routeNames } from '@easel/contracts/providers/policy';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { useMayCall } from '../../lib/roles.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { words } from '../../ui/choices.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { routeText } from './provider-texts.ts';
import { RoutingDialog } from './routing-dialog.tsx';

type Shown = Pick<ProvidersConsole, 'providers' | 'routing'>;

interface Props extends Shown {
  onConflict: (text: string) => void;
}

/** Shows which provider each model is routed to. */
export function RoutingCard({ routing, providers, onConflict }: Props) {
  const mayRevise = useMayCall(providersHttp.revise);
  const [seen, setSeen] = useState<Shown>();
  return (
    <Card component="section" aria-labelledby="routing">
      <CardContent>
        <CardHead
          id="routing"
          title="Routing"
          note="The provider for each model when a member does not choose one. Automatic uses the best capable provider: first by native size, then by lower price, then by shorter wait."
        >
          {mayRevise && (
            <Button variant="outlined" onClick={() => setSeen({ routing, providers })} aria-label="Change the routing">
              Change
            </Button>
          )}
        </CardHead>
        <Facts>
          {routeNames.map((model) => (
            <Fact key={model} name={words(model)}>
              {routeText(routing.routes[model] ?? AUTOMATIC, providers)}
            </Fact>
          ))}
        </Facts>
        {!mayRevise && <FormHelperText sx={{ mx: 0, mt: 2 }}>Only an admin can change it.</FormHelperText>}
      </CardContent>
      {seen && <RoutingDialog {...seen} onConflict={onConflict} onClose={() => setSeen(undefined)} />}
    </Card>
  );
}
