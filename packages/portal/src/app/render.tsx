/** What both web applications of this package render around their pages. */
import './mantine.css'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider, loadPreferredLanguage } from '../i18n/texts.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { LoadFailure } from './load-failure.tsx'
import { theme } from './theme.ts'

/** Messages wait until it is loaded. If it cannot be loaded, the pages work without messages. */
const Notifications = lazyPart<object>(
  async () => (await import('./notifications.tsx')).default,
  () => null,
)

/** The content security policy allows styles with this nonce. Each response has a new one. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

/** Milliseconds. After that, the pages themselves say that they are still loading. */
const longestWait = 1_000

/** The document's own frame stays until the texts and, for a while, until the first page is ready. */
export async function renderApplication(queries: QueryClient, pages: ReactNode, ready?: Promise<void>): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no element #root')
  const wait = new Promise<void>((resolve) => setTimeout(resolve, longestWait))
  const texts = loadPreferredLanguage().catch((error: unknown) => {
    createRoot(root).render(<LoadFailure />)
    throw error
  })
  const [language] = await Promise.all([texts, Promise.race([ready, wait])])
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <LanguageProvider first={language}>
            {pages}
            <Suspense>
              <Notifications />
            </Suspense>
          </LanguageProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
