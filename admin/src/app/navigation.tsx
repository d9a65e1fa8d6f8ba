import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { Menu, MenuItemLink, usePermissions } from 'react-admin';
import { entriesFor } from './entries.ts';

/** What this operator's role may open. */
export function Navigation() {
  const { permissions: role } = usePermissions<string>();
  if (role === undefined) return null;
  return (
    <Menu component="nav" aria-label="Console">
      {entriesFor(role).map(({ to, label, icon: Icon, badge: Badge }) => (
        <MenuItemLink
          key={to}
          to={to}
          leftIcon={<Icon fontSize="small" />}
          primaryText={
            <Stack component="span" direction="row" sx={{ alignItems: 'center', flex: 1, minWidth: 0 }}>
              {label}
              <Box component="span" sx={{ flex: 1 }} />
              {Badge && <Badge />}
            </Stack>
          }
        />
      ))}
    </Menu>
  );
}
