import Box from '@mui/material/Box';
import { AppBar, Layout, type LayoutProps, TitlePortal } from 'react-admin';
import { Navigation } from './navigation.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import { Palette } from './palette/palette.tsx';
import { SessionWatch } from './session-watch.tsx';
import { TestModeBanner } from './test-mode-banner.tsx';

const Bar = () => (
  <AppBar alwaysOn userMenu={<OperatorMenu />}>
    {/* Inline, as only inline text is cut with an ellipsis. */}
    <TitlePortal component="h1" sx={{ '& span': { display: 'inline' } }} />
    <Palette />
  </AppBar>
);

/** What stands around every page. */
export function Frame({ children, ...rest }: LayoutProps) {
  return (
    <Layout {...rest} appBar={Bar} menu={Navigation}>
      <Box sx={{ maxWidth: 1600, width: '100%' }}>
        <SessionWatch />
        <TestModeBanner />
        {children}
      </Box>
    </Layout>
  );
}
