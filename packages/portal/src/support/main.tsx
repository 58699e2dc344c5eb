/** Support's pages. They are a separate application, which only the admin listener serves. */
import { RouterProvider } from '@tanstack/react-router'
import { createQueries } from '../app/queries.ts'
import { renderApplication } from '../app/render.tsx'
import { ZoneNamesProvider } from '../i18n/texts.tsx'
import { SupportTextsProvider } from './i18n.tsx'
import { createSupportRouter } from './router.tsx'
import { endedSession, sessionKey } from './session.ts'

const queries = createQueries(sessionKey, endedSession)
await renderApplication(
  queries,
  <SupportTextsProvider>
    {/* Times are in the zone of an account on its pages, else in the browser's. */}
    <ZoneNamesProvider value={true}>
      <RouterProvider router={createSupportRouter(queries) as never} />
    </ZoneNamesProvider>
  </SupportTextsProvider>,
)
