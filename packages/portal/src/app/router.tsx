/** The pages by address. A page's code loads when it is opened, or when a link to it gets the focus or the pointer. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readItemFilter } from '../content/filter.ts'
import { readGuidebookFilter } from '../guidebooks/filter.ts'
import { type RunState, runStates } from '../imports/states.ts'
import { readReleaseFilter } from '../releases/filter.ts'
import { isOpen, sessionQuery, useSession } from '../session/session.ts'
import { readSignInSearch } from '../sign-in/search.ts'
import { deliveryStates } from '../ui/delivery-states.ts'
import { PageFailure } from '../ui/page.tsx'
import { Loaded, Loading } from '../ui/states.tsx'
import { AccountFrame, NoAccount } from './frame.tsx'
import { NoPageOfAccount, NotFoundPage } from './notice.tsx'
import { pageCode } from './page-code.ts'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(pageCode['/sign-in'], 'SignInPage'),
})

/** The first account of the person. */
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: function Start() {
    return (
      <Loaded query={useSession()}>
        {(session) => {
          if (!isOpen(session)) return <Navigate to="/sign-in" replace />
          const [first] = session.accounts
          return first === undefined ? <NoAccount /> : <Navigate to="/o/$oid" params={{ oid: first.oid }} replace />
        }}
      </Loaded>
    )
  },
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/o/$oid',
  beforeLoad: async ({ context: { queries }, location }) => {
    const session = await queries.ensureQueryData(sessionQuery)
    if (!isOpen(session)) throw redirect({ to: '/sign-in', search: { to: location.href } })
  },
  component: AccountFrame,
  pendingComponent: Loading,
  errorComponent: PageFailure,
  notFoundComponent: NoPageOfAccount,
})

const under = <Path extends string>(path: Path) => ({ getParentRoute: () => account, path })

const home = createRoute({
  ...under('/'),
  component: lazyRouteComponent(pageCode['/'], 'HomePage'),
})
const releases = createRoute({
  ...under('/releases'),
  validateSearch: readReleaseFilter,
  component: lazyRouteComponent(pageCode['/releases'], 'ReleasesPage'),
})
const newRelease = createRoute({
  ...under('/releases/new'),
  validateSearch: ({ guidebook }): { guidebook?: string } => {
    const chosen = text(guidebook)
    return chosen === undefined ? {} : { guidebook: chosen }
  },
  component: lazyRouteComponent(pageCode['/releases/new'], 'NewReleasePage'),
})
const release = createRoute({
  ...under('/releases/$code'),
  component: lazyRouteComponent(pageCode['/releases/$code'], 'ReleasePage'),
})

const imports = createRoute({
  ...under('/imports'),
  validateSearch: ({ state }): { state?: RunState } => {
    const known = runStates.find((one) => one === state)
    return known === undefined ? {} : { state: known }
  },
  component: lazyRouteComponent(pageCode['/imports'], 'ImportsPage'),
})
const tryFile = createRoute({
  ...under('/imports/try'),
  component: lazyRouteComponent(pageCode['/imports/try'], 'TryFilePage'),
})
const importConfiguration = createRoute({
  ...under('/imports/configuration'),
  component: lazyRouteComponent(pageCode['/imports/configuration'], 'ConfigurationPage'),
})
const importRun = createRoute({
  ...under('/imports/$run'),
  component: lazyRouteComponent(pageCode['/imports/$run'], 'ImportPage'),
})
const webhooks = createRoute({
  ...under('/webhooks'),
  validateSearch: ({ state }): { state?: (typeof deliveryStates)[number] } => {
    const known = deliveryStates.find((one) => one === state)
    return known === undefined ? {} : { state: known }
  },
  component: lazyRouteComponent(pageCode['/webhooks'], 'WebhooksPage'),
})
const delivery = createRoute({
  ...under('/webhooks/$delivery'),
  component: lazyRouteComponent(pageCode['/webhooks/$delivery'], 'DeliveryPage'),
})
const content = createRoute({
  ...under('/content'),
  component: lazyRouteComponent(pageCode['/content'], 'ContentPage'),
})
const library = createRoute({
  ...under('/content/libraries/$library'),
  validateSearch: readItemFilter,
  component: lazyRouteComponent(pageCode['/content/libraries/$library'], 'LibraryPage'),
})
const upload = createRoute({
  ...under('/content/libraries/$library/gpx'),
  component: lazyRouteComponent(pageCode['/content/libraries/$library/gpx'], 'UploadPage'),
})
const newPlace = createRoute({
  ...under('/content/libraries/$library/new-place'),
  component: lazyRouteComponent(pageCode['/content/libraries/$library/new-place'], 'NewPlacePage'),
})
const newText = createRoute({
  ...under('/content/libraries/$library/new-text'),
  component: lazyRouteComponent(pageCode['/content/libraries/$library/new-text'], 'NewTextPage'),
})
const item = createRoute({
  ...under('/content/items/$item'),
  component: lazyRouteComponent(pageCode['/content/items/$item'], 'ItemPage'),
})
const guidebooks = createRoute({
  ...under('/guidebooks'),
  validateSearch: readGuidebookFilter,
  component: lazyRouteComponent(pageCode['/guidebooks'], 'GuidebooksPage'),
})
const newGuidebook = createRoute({
  // Beside the guidebooks: one of them may have the custom ID `new`.
  ...under('/new-guidebook'),
  component: lazyRouteComponent(pageCode['/new-guidebook'], 'NewGuidebookPage'),
})
const guidebook = createRoute({
  ...under('/guidebooks/$guidebook'),
  component: lazyRouteComponent(pageCode['/guidebooks/$guidebook'], 'GuidebookPage'),
})
const editGuidebook = createRoute({
  ...under('/guidebooks/$guidebook/edit'),
  component: lazyRouteComponent(pageCode['/guidebooks/$guidebook/edit'], 'EditGuidebookPage'),
})
const settings = createRoute({
  ...under('/settings'),
  component: lazyRouteComponent(pageCode['/settings'], 'SettingsPage'),
})
const keys = createRoute({
  ...under('/settings/keys'),
  component: lazyRouteComponent(pageCode['/settings/keys'], 'KeysPage'),
})
const people = createRoute({
  ...under('/settings/people'),
  component: lazyRouteComponent(pageCode['/settings/people'], 'PeoplePage'),
})
const usage = createRoute({
  ...under('/settings/usage'),
  component: lazyRouteComponent(pageCode['/settings/usage'], 'UsagePage'),
})
const me = createRoute({
  ...under('/settings/me'),
  component: lazyRouteComponent(pageCode['/settings/me'], 'MePage'),
})

const pages = [
  home,
  content,
  library,
  upload,
  newPlace,
  newText,
  item,
  guidebooks,
  newGuidebook,
  guidebook,
  editGuidebook,
  releases,
  newRelease,
  release,
  imports,
  tryFile,
  importConfiguration,
  importRun,
  webhooks,
  delivery,
  settings,
  keys,
  people,
  usage,
  me,
]
const routes = root.addChildren([signIn, start, account.addChildren(pages)])

export const createPortalRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    basepath: '/portal',
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailure,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
