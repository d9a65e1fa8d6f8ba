import LogoutIcon from '@mui/icons-material/Logout';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import ListSubheader from '@mui/material/ListSubheader';
import MenuItem from '@mui/material/MenuItem';
import { useGetIdentity, useLogout, useNotify, UserMenu } from 'react-admin';

const SignOut = () => {
  const logout = useLogout();
  const notify = useNotify();
  return (
    <MenuItem
      onClick={() => {
        // Who signs in next begins at the beginning.
        void logout({}, '/login', false).then(() => notify('Admin logged out successfully', { type: 'success' }));
      }}
    >
      <ListItemIcon>
        <LogoutIcon fontSize="small" />
      </ListItemIcon>
      <ListItemText>Log out</ListItemText>
    </MenuItem>
  );
};

/** Who is signed in, and the way out. */
export function OperatorMenu() {
  const { identity } = useGetIdentity();
  return (
    <UserMenu label={identity?.fullName ?? 'Account'}>
      <ListSubheader sx={{ lineHeight: 1.4, py: 1, bgcolor: 'inherit' }}>
        {identity?.email}
        <br />
        {identity?.role}
      </ListSubheader>
      <SignOut />
    </UserMenu>
  );
}
