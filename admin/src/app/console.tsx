import CssBaseline from '@mui/material/CssBaseline';
import {
  AdminContext,
  AuthenticationError,
  CoreAdminUI,
  CustomRoutes,
  defaultI18nProvider,
  Error,
  LoadingPage,
  localStorageStore,
  Notification,
  Resource,
} from 'react-admin';
import { BrowserRouter, Navigate, Route } from 'react-router';
import { dark, light } from '../ui/theme.ts';
import { authProvider } from './auth-provider.ts';
import { CONSOLE_TITLE } from '../lib/console-title.ts';
import { dataProvider } from './data-provider.ts';
import { Frame } from './frame.tsx';
import { Exactly, Guarded } from './guarded.tsx';
import { InvitationRoute } from './invitation-route.tsx';
import { UnlockRoute } from './unlock-route.tsx';
import { LoginPage } from './login-page.tsx';
import { Forbidden, NotFound } from './no-page.tsx';
import { queryClient } from './query-client.ts';
import { pages, resources } from './resources.ts';

const BASE = '/admin';
const store = localStorageStore('1', 'Console');

/** The whole console, below `/admin`. */
export function Console() {
  return (
    // A list computes its next address from the filters it was last rendered with: rendered as a transition, on a busy
    // machine, two choices made one after the other undid one another.
    <BrowserRouter basename={BASE} useTransitions={false}>
      <AdminContext
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={defaultI18nProvider}
        queryClient={queryClient}
        store={store}
        theme={light}
        darkTheme={dark}
        defaultTheme="dark"
      >
        <CssBaseline enableColorScheme />
        {/* What react-admin's own would add is a page to sign in by, with all of its forms. */}
        <CoreAdminUI
          layout={Frame}
          loginPage={LoginPage}
          loading={LoadingPage}
          error={Error}
          authenticationError={AuthenticationError}
          accessDenied={Forbidden}
          catchAll={NotFound}
          title={CONSOLE_TITLE}
          disableTelemetry
          requireAuth
        >
          {resources.map(({ name, label, icon, list: List, show: Show, views = {}, recordRepresentation }) => (
            <Resource
              key={name}
              name={name}
              options={{ label }}
              icon={icon}
              list={
                <Guarded name={name} action="list">
                  <Exactly>
                    <List />
                  </Exactly>
                </Guarded>
              }
              {...(Show && {
                show: (
                  <Guarded name={name} action="show">
                    <Show />
                  </Guarded>
                ),
              })}
              {...(recordRepresentation !== undefined && { recordRepresentation })}
            >
              {Object.entries(views).map(([path, View]) => (
                <Route
                  key={path}
                  path={path}
                  element={
                    <Guarded name={name} action="list">
                      <View />
                    </Guarded>
                  }
                />
              ))}
            </Resource>
          ))}
          <CustomRoutes>
            <Route path="/" element={<Navigate to="/dashboard" replace />} />
            {pages.flatMap(({ path, page, parts = {} }) =>
              Object.entries({ '': page, ...parts }).map(([part, Page]) => (
                <Route
                  key={`${path}/${part}`}
                  path={`/${path}${part === '' ? '' : `/${part}`}`}
                  element={
                    <Guarded name={path} action="list">
                      <Page />
                    </Guarded>
                  }
                />
              )),
            )}
          </CustomRoutes>
          <CustomRoutes noLayout>
            <Route path="/invitation" element={<InvitationRoute />} />
            <Route path="/unlock" element={<UnlockRoute />} />
          </CustomRoutes>
        </CoreAdminUI>
        <Notification />
      </AdminContext>
    </BrowserRouter>
  );
}
