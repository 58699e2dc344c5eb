import { Button, Group, Text } from '@mantine/core'
import { type FunctionComponent, lazy } from 'react'
import { useTexts } from '../i18n/texts.tsx'

/**
 * A part of a page whose code is loaded apart. If it cannot be loaded, the fallback takes its place: an error while rendering would replace the
 * page, with what was typed.
 */
export function lazyPart<Props>(
  load: () => Promise<FunctionComponent<Props>>,
  fallback: FunctionComponent<Props> = PartFailure,
) {
  return lazy<FunctionComponent<Props>>(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      console.error(error)
      return { default: fallback }
    }
  })
}

/** Reloads the page, because browsers may keep a script's failure to load as long as they keep the document. */
function PartFailure() {
  const t = useTexts()
  return (
    <Group role="alert" gap="xs" wrap="nowrap">
      <Text size="sm">{t.partFailed}</Text>
      <Button size="xs" variant="default" onClick={() => location.reload()}>
        {t.tryAgain}
      </Button>
    </Group>
  )
}
