/** Shown when a page has no data: because it loads, because loading failed, or because there is none. */
import { ApiError, NetworkError } from '@guidebook/client'
import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useFaults } from '../api/use-faults.ts'
import type { ErrorWords } from '../i18n/error-texts.ts'
import { placeText } from '../i18n/places.ts'
import { useErrorWords, useFormats, useTexts } from '../i18n/texts.tsx'
import { Icon, type IconName } from './icon.tsx'

/** After a second it says that the service takes longer than usual. */
export function Loading() {
  const t = useTexts()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 1_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Center py="xl" role="status">
      <Stack align="center" gap="xs">
        <Loader size="sm" aria-hidden="true" />
        <Text size="sm" c="dimmed">
          {slow ? t.stillLoading : t.loading}
        </Text>
      </Stack>
    </Center>
  )
}

interface FailureProps {
  error: unknown
  retry?: () => void
  /** The pointers of fields that show their faults themselves. */
  fields?: readonly string[]
}

export function Failure({ error, retry, fields = [] }: FailureProps) {
  const t = useTexts()
  const formats = useFormats()
  const words = useErrorWords()
  const { others } = useFaults(error, fields)
  const title = error instanceof ApiError ? words.title(error) : null
  const message = messageOf(error, t, words)
  return (
    <Alert color="red" title={title ?? t.somethingFailed} icon={<Icon name="error" />} role="alert">
      <Stack gap="xs" align="flex-start">
        {message !== title && <Text size="sm">{message}</Text>}
        {others.length > 0 && (
          <ul className="plain-list">
            {others.map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>
                {pointer !== '' && <strong>{t.labelled({ label: placeText(pointer, t, formats), value: '' })}</strong>}
                {message}
              </li>
            ))}
          </ul>
        )}
        {error instanceof ApiError && error.requestId !== null && (
          <Text size="xs">{t.requestNumber({ id: error.requestId })}</Text>
        )}
        {retry !== undefined && (
          <Button size="xs" variant="default" onClick={retry}>
            {t.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

type Texts = ReturnType<typeof useTexts>

/** An error whose message is a text for people. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError'
}

export function messageOf(error: unknown, t: Texts, words: ErrorWords): string {
  if (error instanceof ExplainedError) return error.message
  if (error instanceof ApiError)
    return error.status === 403 && error.code === 'forbidden'
      ? t.notAllowed
      : (words.detail(error) ?? error.title ?? t.somethingFailed)
  if (error instanceof NetworkError) return t.notReached
  return t.unexpected
}

interface EmptyProps {
  icon: IconName
  title: ReactNode
  /** In a part of a page: a line or two. */
  compact?: boolean
  children?: ReactNode
  action?: ReactNode
}

/** Says that there is nothing, and what to do first. */
export function Empty({ icon, title, compact = false, children, action }: EmptyProps) {
  if (compact)
    return (
      <div>
        <Text size="sm" c="dimmed">
          {title}
          {children !== undefined && <>. {children}</>}
        </Text>
        {action}
      </div>
    )
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Text c="dimmed" component="span">
          <Icon name={icon} size={36} />
        </Text>
        <Text fw={600} component="div">
          {title}
        </Text>
        {children !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}

/** The data of a query, or its loading or failure. */
export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failure error={query.error} retry={() => query.refetch()} />
  return <Loading />
}
