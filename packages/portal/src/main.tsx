import { RouterProvider } from '@tanstack/react-router'
import { createQueries } from './app/queries.ts'
import { renderApplication } from './app/render.tsx'
import { createPortalRouter } from './app/router.tsx'
import { sessionKey } from './session/session.ts'

const queries = createQueries(sessionKey)
renderApplication(queries, <RouterProvider router={createPortalRouter(queries)} />)
