import './app/mantine.css'
import './app/app.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueries } from './app/queries.ts'
import { createPortalRouter } from './app/router.tsx'
import { theme } from './app/theme.ts'
import { LanguageProvider } from './i18n/texts.tsx'

const queries = createQueries()
const router = createPortalRouter(queries)
/** The content security policy allows styles with this nonce. Each response has a new one. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

const root = document.getElementById('root')
if (root === null) throw new Error('the page has no element #root')
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queries}>
        <LanguageProvider>
          <Notifications position="bottom-right" />
          <RouterProvider router={router} />
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
