/** The pages by address. A page's code loads when it is opened, or when a link to it gets the focus or the pointer. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { kinds } from '../content/kinds.ts'
import { readGuidebookFilter } from '../guidebooks/filter.ts'
import { type RunState, runStates } from '../imports/states.ts'
import { readReleaseFilter } from '../releases/filter.ts'
import { sessionQuery, useSession } from '../session/session.ts'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { deliveryStates } from '../ui/delivery-states.ts'
import { Failure, Loaded, Loading } from '../ui/states.tsx'
import { AccountFrame, NoAccount } from './frame.tsx'
import { NotFoundPage } from './notice.tsx'

const PageFailure = ({ error, reset }: ErrorComponentProps) => <Failure error={error} retry={reset} />

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
})

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  // Only a path of this application: otherwise a link could send people to another site after signing in.
  validateSearch: ({ to }): { to?: string } => {
    const path = text(to)
    return path !== undefined && /^\/o\/[^\\]*$/.test(path) ? { to: path } : {}
  },
  component: SignInPage,
})

/** The first account of the person. */
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: function Start() {
    return (
      <Loaded query={useSession()}>
        {(session) => {
          if (session === null) return <Navigate to="/sign-in" replace />
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
    if (session === null) throw redirect({ to: '/sign-in', search: { to: location.href } })
  },
  component: AccountFrame,
  pendingComponent: Loading,
  errorComponent: PageFailure,
})

const under = <Path extends string>(path: Path) => ({ getParentRoute: () => account, path })

const home = createRoute({
  ...under('/'),
  component: lazyRouteComponent(() => import('../home/home-page.tsx'), 'HomePage'),
})
const releases = createRoute({
  ...under('/releases'),
  validateSearch: readReleaseFilter,
  component: lazyRouteComponent(() => import('../releases/list/releases-page.tsx'), 'ReleasesPage'),
})
const newRelease = createRoute({
  ...under('/releases/new'),
  validateSearch: ({ guidebook }): { guidebook?: string } => {
    const chosen = text(guidebook)
    return chosen === undefined ? {} : { guidebook: chosen }
  },
  component: lazyRouteComponent(() => import('../releases/create/new-release-page.tsx'), 'NewReleasePage'),
})
const release = createRoute({
  ...under('/releases/$code'),
  component: lazyRouteComponent(() => import('../releases/detail/release-page.tsx'), 'ReleasePage'),
})

const imports = createRoute({
  ...under('/imports'),
  validateSearch: ({ state }): { state?: RunState } => {
    const known = runStates.find((one) => one === state)
    return known === undefined ? {} : { state: known }
  },
  component: lazyRouteComponent(() => import('../imports/imports-page.tsx'), 'ImportsPage'),
})
const tryFile = createRoute({
  ...under('/imports/try'),
  component: lazyRouteComponent(() => import('../imports/try-file-page.tsx'), 'TryFilePage'),
})
const importRun = createRoute({
  ...under('/imports/$run'),
  component: lazyRouteComponent(() => import('../imports/import-page.tsx'), 'ImportPage'),
})
const webhooks = createRoute({
  ...under('/webhooks'),
  validateSearch: ({ state }): { state?: (typeof deliveryStates)[number] } => {
    const known = deliveryStates.find((one) => one === state)
    return known === undefined ? {} : { state: known }
  },
  component: lazyRouteComponent(() => import('../webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})
const delivery = createRoute({
  ...under('/webhooks/$delivery'),
  component: lazyRouteComponent(() => import('../webhooks/delivery-page.tsx'), 'DeliveryPage'),
})
const content = createRoute({
  ...under('/content'),
  component: lazyRouteComponent(() => import('../content/content-page.tsx'), 'ContentPage'),
})
const library = createRoute({
  ...under('/content/libraries/$library'),
  validateSearch: ({ kind }): { kind?: (typeof kinds)[number] } => {
    const known = kinds.find((one) => one === kind)
    return known === undefined ? {} : { kind: known }
  },
  component: lazyRouteComponent(() => import('../content/library-page.tsx'), 'LibraryPage'),
})
const upload = createRoute({
  ...under('/content/libraries/$library/gpx'),
  component: lazyRouteComponent(() => import('../content/upload-page.tsx'), 'UploadPage'),
})
const newPlace = createRoute({
  ...under('/content/libraries/$library/new-place'),
  component: lazyRouteComponent(() => import('../content/new-item-page.tsx'), 'NewPlacePage'),
})
const newText = createRoute({
  ...under('/content/libraries/$library/new-text'),
  component: lazyRouteComponent(() => import('../content/new-item-page.tsx'), 'NewTextPage'),
})
const item = createRoute({
  ...under('/content/items/$item'),
  component: lazyRouteComponent(() => import('../content/item-page.tsx'), 'ItemPage'),
})
const guidebooks = createRoute({
  ...under('/guidebooks'),
  validateSearch: readGuidebookFilter,
  component: lazyRouteComponent(() => import('../guidebooks/guidebooks-page.tsx'), 'GuidebooksPage'),
})
const newGuidebook = createRoute({
  // Beside the guidebooks: one of them may have the custom ID `new`.
  ...under('/new-guidebook'),
  component: lazyRouteComponent(() => import('../guidebooks/edit/new-guidebook-page.tsx'), 'NewGuidebookPage'),
})
const guidebook = createRoute({
  ...under('/guidebooks/$guidebook'),
  component: lazyRouteComponent(() => import('../guidebooks/guidebook-page.tsx'), 'GuidebookPage'),
})
const editGuidebook = createRoute({
  ...under('/guidebooks/$guidebook/edit'),
  component: lazyRouteComponent(() => import('../guidebooks/edit/edit-guidebook-page.tsx'), 'EditGuidebookPage'),
})
const settings = createRoute({
  ...under('/settings'),
  component: lazyRouteComponent(() => import('../settings/settings-page.tsx'), 'SettingsPage'),
})
const keys = createRoute({
  ...under('/settings/keys'),
  component: lazyRouteComponent(() => import('../settings/keys-page.tsx'), 'KeysPage'),
})
const people = createRoute({
  ...under('/settings/people'),
  component: lazyRouteComponent(() => import('../settings/people-page.tsx'), 'PeoplePage'),
})
const usage = createRoute({
  ...under('/settings/usage'),
  component: lazyRouteComponent(() => import('../settings/usage-page.tsx'), 'UsagePage'),
})
const me = createRoute({
  ...under('/settings/me'),
  component: lazyRouteComponent(() => import('../settings/me-page.tsx'), 'MePage'),
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
