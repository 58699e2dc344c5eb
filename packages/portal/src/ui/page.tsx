import { ApiError } from '@guidebook/client'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import classes from './page.module.css'
import { Failure, Loaded } from './states.tsx'

interface PageProps {
  title: string
  /** Above the title: the way back. */
  back?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A page with its title, which gets the focus so that a screen reader announces the page. */
export function Page({ title, back, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(`${title} · Guidebook`)
  useEffect(() => {
    // The first page of a visit leaves the focus at the start of the document.
    if (document.activeElement !== document.body || history.length > 1) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Stack gap="lg" className={classes.page}>
      <div>
        {back !== undefined && <div className={classes.back}>{back}</div>}
        <Group justify="space-between" align="flex-start" gap="md" className={classes.head}>
          <div className={classes.heading}>
            <Title order={1} ref={heading} tabIndex={-1} className={classes.title} dir="auto">
              {title}
            </Title>
            {lead !== undefined && (
              <Text c="dimmed" mt={4} component="div">
                {lead}
              </Text>
            )}
          </div>
          {actions !== undefined && (
            <Group gap="xs" className={classes.actions}>
              {actions}
            </Group>
          )}
        </Group>
      </div>
      {children}
    </Stack>
  )
}

/** In place of a page whose data cannot be loaded. It has a title too, so that a screen reader announces it. */
export function FailedPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTexts()
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <Page title={isMissing ? t.noPage : t.somethingFailed}>
      <Failure error={error} retry={retry} />
    </Page>
  )
}

/** A page whose code failed to load or to run. Browsers may keep a script's failure to load as long as they keep the document. */
export const PageFailure = ({ error }: { error: unknown }) => (
  <FailedPage error={error} retry={() => location.reload()} />
)

/** A page that is made from the data of a query. When a reload fails, the page stays, with what was typed, below the reason. */
export function LoadedPage<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const retry = () => query.refetch()
  if (query.isError && query.data === undefined) return <FailedPage error={query.error} retry={retry} />
  return (
    <>
      {query.isError && (
        <div className={classes.failure}>
          <Failure error={query.error} retry={retry} />
        </div>
      )}
      <Loaded query={query}>{children}</Loaded>
    </>
  )
}
