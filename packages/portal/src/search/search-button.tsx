/** The search of the whole account, from every page: a button in the header, or Ctrl+K (⌘K). */
import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Icon } from '../ui/icon.tsx'

const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }))

export function SearchButton() {
  const t = useTexts()
  const [opened, { open, close }] = useDisclosure(false)
  // Also while a field has the focus.
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <Tooltip label={`${t.searchAll} (${/Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'})`}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t.searchAll} onClick={open}>
          <Icon name="search" />
        </ActionIcon>
      </Tooltip>
      {opened && (
        <Suspense fallback={null}>
          <SearchDialog onClose={close} />
        </Suspense>
      )}
    </>
  )
}
