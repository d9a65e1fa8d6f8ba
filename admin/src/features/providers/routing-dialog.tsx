import { type ProvidersConsole, providersHttp } from '@easel/contracts/providers/http';
import { AUTOMATIC, routeNames } from '@easel/contracts/providers/policy';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { words } from '../../ui/choices.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { conflictText } from './conflict.ts';
import { routeText } from './provider-texts.ts';

interface Props extends Pick<ProvidersConsole, 'providers' | 'routing'> {
  onConflict: (text: string) => void;
  onClose: () => void;
}

/** Edits the routing table. `routing` is the version that the operator saw. */
export function RoutingDialog({ routing: { version, routes }, providers, onConflict, onClose }: Props) {
  const revise = useAction(providersHttp.revise);
  const notify = useNotify();
  const [chosen, setChosen] = useState(routes);
  const isChanged = routeNames.some((model) => (chosen[model] ?? AUTOMATIC) !== (routes[model] ?? AUTOMATIC));
  return (
    <ReasonDialog
      title="Change the routing"
      action="Change"
      canConfirm={isChanged}
      onClose={onClose}
      onConfirm={async (reason, key) => {
        const named = Object.entries(chosen).filter(([, provider]) => provider !== AUTOMATIC);
        try {
          await revise({ body: { version, routes: Object.fromEntries(named), reason } }, key);
          notify('The routing was changed', { type: 'success' });
        } catch (error) {
          const text = conflictText(error, 'your routing was not saved');
          if (text === undefined) throw error;
          onConflict(text);
        }
      }}
    >
      <Stack spacing={2} sx={{ mb: 2 }}>
        <Typography>The change applies to new requests within five seconds.</Typography>
        {routeNames.map((model) => {
          const route = chosen[model] ?? AUTOMATIC;
          return (
            <TextField
              key={model}
              select
              label={words(model)}
              value={route}
              onChange={({ target: { value } }) => setChosen({ ...chosen, [model]: value })}
            >
              {optionsWith(route, providers).map((option) => (
                <MenuItem key={option} value={option}>
                  {routeText(option, providers)}
                </MenuItem>
              ))}
            </TextField>
          );
        })}
      </Stack>
    </ReasonDialog>
  );
}

/** Keeps the current route as an option, although it may no longer be configured. */
const optionsWith = (route: string, providers: Props['providers']): string[] => [
  ...new Set([AUTOMATIC, ...providers.map(({ name }) => name), route]),
];
