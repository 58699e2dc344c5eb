/** Support's pages by address. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { NotFoundPage } from '../app/notice.tsx'
import { PageFailure } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { SupportFrame } from './shell/support-frame.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

/** The router parses a parameter of digits as a number. */
const text = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

/** Validates search parameters: keeps the named ones, as text. */
const searchOf =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [N in Name]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = text(search[name])
        return value === undefined ? [] : [[name, value]]
      }),
    ) as { [N in Name]?: string }

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Only a path of this application: otherwise a link could send people to another site after signing in.
  validateSearch: ({ to }): { to?: string } => (typeof to === 'string' && /^\/(?!\/)[^\\]*$/.test(to) ? { to } : {}),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

const frame = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SupportFrame })
const under = <Path extends string>(path: Path) => ({ getParentRoute: () => frame, path })

const accounts = createRoute({
  ...under('/'),
  validateSearch: searchOf('q'),
  component: lazyRouteComponent(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
})
const account = createRoute({
  ...under('/accounts/$id'),
  component: lazyRouteComponent(() => import('./accounts/account-page.tsx'), 'AccountPage'),
})
const tab = <Path extends string>(path: Path) => ({ getParentRoute: () => account, path })
const overview = createRoute({
  ...tab('/'),
  component: lazyRouteComponent(() => import('./accounts/overview-tab.tsx'), 'OverviewTab'),
})
const people = createRoute({
  ...tab('/people'),
  component: lazyRouteComponent(() => import('./accounts/people-tab.tsx'), 'PeopleTab'),
})
const keys = createRoute({
  ...tab('/keys'),
  component: lazyRouteComponent(() => import('./accounts/keys-tab.tsx'), 'KeysTab'),
})
const webhook = createRoute({
  ...tab('/webhook'),
  component: lazyRouteComponent(() => import('./accounts/webhook-tab.tsx'), 'WebhookTab'),
})
const configuration = createRoute({
  ...tab('/import'),
  component: lazyRouteComponent(() => import('./accounts/import-tab.tsx'), 'ImportTab'),
})
const log = createRoute({
  ...tab('/log'),
  component: lazyRouteComponent(() => import('./accounts/log-tab.tsx'), 'LogTab'),
})
const imports = createRoute({
  ...under('/imports'),
  validateSearch: searchOf('state', 'sender'),
  component: lazyRouteComponent(() => import('./imports/imports-page.tsx'), 'SupportImportsPage'),
})
const importRun = createRoute({
  ...under('/imports/$run'),
  component: lazyRouteComponent(() => import('./imports/import-page.tsx'), 'SupportImportPage'),
})
const deadLetters = createRoute({
  ...under('/dead-letters'),
  component: lazyRouteComponent(() => import('./system/dead-letters-page.tsx'), 'DeadLettersPage'),
})
const requests = createRoute({
  ...under('/requests'),
  component: lazyRouteComponent(() => import('./system/requests-page.tsx'), 'RequestsPage'),
})
const request = createRoute({
  ...under('/requests/$id'),
  component: lazyRouteComponent(() => import('./system/requests-page.tsx'), 'RequestsPage'),
})
const health = createRoute({
  ...under('/health'),
  component: lazyRouteComponent(() => import('./system/health-page.tsx'), 'HealthPage'),
})
const changes = createRoute({
  ...under('/changes'),
  component: lazyRouteComponent(() => import('./system/changes-page.tsx'), 'ChangesPage'),
})
const why = createRoute({
  ...under('/why'),
  validateSearch: searchOf('q'),
  component: lazyRouteComponent(() => import('./why/why-page.tsx'), 'WhyPage'),
})

const tabs = account.addChildren([overview, people, keys, webhook, configuration, log])
const pages = [accounts, tabs, imports, importRun, deadLetters, requests, request, health, changes, why]
const routes = root.addChildren([signIn, frame.addChildren(pages)])

export const createSupportRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    basepath: '/support',
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailure,
  })
