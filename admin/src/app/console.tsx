import { Admin, CustomRoutes, localStorageStore, Resource } from 'react-admin';
import { BrowserRouter, Navigate, Route } from 'react-router';
import { dark, light } from '../ui/theme.ts';
import { Allowed } from './allowed.tsx';
import { authProvider, CONSOLE_TITLE } from './auth-provider.ts';
import { dataProvider } from './data-provider.ts';
import { Frame } from './frame.tsx';
import { InvitationRoute } from './invitation-route.tsx';
import { LoginPage } from './login-page.tsx';
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
      <Admin
        authProvider={authProvider}
        dataProvider={dataProvider}
        queryClient={queryClient}
        store={store}
        theme={light}
        darkTheme={dark}
        defaultTheme="dark"
        layout={Frame}
        loginPage={LoginPage}
        title={CONSOLE_TITLE}
        disableTelemetry
        requireAuth
      >
        {resources.map(({ name, label, icon, list, show, create, views = {}, recordRepresentation }) => (
          <Resource
            key={name}
            name={name}
            options={{ label }}
            icon={icon}
            list={list}
            {...(show && { show })}
            {...(create && { create })}
            {...(recordRepresentation !== undefined && { recordRepresentation })}
          >
            {Object.entries(views).map(([path, View]) => (
              <Route key={path} path={path} element={<View />} />
            ))}
          </Resource>
        ))}
        <CustomRoutes>
          <Route path="/" element={<Navigate to="/dashboard" replace />} />
          {pages.map(({ path, page: Page }) => (
            <Route
              key={path}
              path={`/${path}`}
              element={
                <Allowed path={path}>
                  <Page />
                </Allowed>
              }
            />
          ))}
        </CustomRoutes>
        <CustomRoutes noLayout>
          <Route path="/invitation" element={<InvitationRoute />} />
        </CustomRoutes>
      </Admin>
    </BrowserRouter>
  );
}
