import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { Menu, MenuItemLink, usePermissions } from 'react-admin';
import { mayDo } from './access.ts';
import { pages, resources } from './resources.ts';

/** What this operator's role may open. */
export function Navigation() {
  const { permissions: role } = usePermissions<string>();
  if (role === undefined) return null;
  const shown = pages.filter(({ path }) => mayDo(role, path, 'list')).map((page) => ({ ...page, to: `/${page.path}` }));
  const entries = [
    ...shown.filter(({ last }) => last !== true),
    ...resources.filter(({ name }) => mayDo(role, name, 'list')).map((one) => ({ ...one, to: `/${one.name}` })),
    ...shown.filter(({ last }) => last === true),
  ];
  return (
    <Menu component="nav" aria-label="Console">
      {entries.map(({ to, label, icon: Icon, badge: Badge }) => (
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
