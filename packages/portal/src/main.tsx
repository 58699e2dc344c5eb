// Has its own file, which the document starts before this one.
import './early.ts'
import { RouterProvider } from '@tanstack/react-router'
import { createQueries } from './app/queries.ts'
import { renderApplication } from './app/render.tsx'
import { createPortalRouter } from './app/router.tsx'
import { endedSession, sessionKey } from './session/session.ts'

const queries = createQueries(sessionKey, endedSession)
const router = createPortalRouter(queries)
await renderApplication(queries, <RouterProvider router={router} />, router.load())
