/** The search of the whole account, from every page: a button in the header, or Ctrl+K (⌘K). */
import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useNotifyFailure } from '../ui/actions.tsx'
import { Icon } from '../ui/icon.tsx'

const loadDialog = () => import('./search-dialog.tsx')
const SearchDialog = lazy(async () => ({ default: (await loadDialog()).SearchDialog }))

export function SearchButton() {
  const t = useTexts()
  const notifyFailure = useNotifyFailure()
  const [opened, { open: show, close }] = useDisclosure(false)
  useEffect(() => {
    // If it fails, it is loaded when it is needed; browsers that keep the failure need a reload for it.
    loadDialog().catch(() => undefined)
  }, [])
  // The dialog is rendered only with its code: a failure to load it while rendering would replace the page, with what was typed.
  const open = () => void loadDialog().then(show, notifyFailure)
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
