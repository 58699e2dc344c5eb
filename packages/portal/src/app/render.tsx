/** What both web applications of this package render around their pages. */
import './mantine.css'
import './app.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LanguageProvider } from '../i18n/texts.tsx'
import { theme } from './theme.ts'

/** The content security policy allows styles with this nonce. Each response has a new one. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

export function renderApplication(queries: QueryClient, pages: ReactNode): void {
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no element #root')
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <LanguageProvider>
            <Notifications position="bottom-right" />
            {pages}
          </LanguageProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
