import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { useSession } from '../../session/session.ts'
import { notify } from '../../ui/actions.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ReleaseFilter } from '../filter.ts'
import {
  longestName,
  mostSavedFilters,
  readSavedFilters,
  type SavedFilter,
  savable,
  storageKeyOf,
  withFilter,
  withoutFilter,
} from '../saved-filters.ts'
import classes from './releases-page.module.css'

interface Props {
  filter: ReleaseFilter
  onApply: (filter: SavedFilter['filter']) => void
}

/** A window with the filters that the person has named, and a form to name the present ones. */
export function SavedFilters({ filter, onApply }: Props) {
  const t = useTexts()
  const { account } = useAccount()
  const { data: session } = useSession()
  const [opened, { open, close }] = useDisclosure(false)
  const [saved, setSaved] = useLocalStorage<SavedFilter[]>({
    key: storageKeyOf(account.id, session?.user.id ?? ''),
    defaultValue: [],
    getInitialValueInEffect: false,
    deserialize: (stored) => readSavedFilters(stored ?? null),
  })
  const remove = (name: string) => {
    setSaved(withoutFilter(saved, name))
    notify(t.filterRemoved({ name }))
  }
  return (
    <>
      <Button variant="default" leftSection={<Icon name="filter" />} onClick={open} className={classes.saved ?? ''}>
        {t.savedFilters}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t.savedFilters}
        centered
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Stack>
          {saved.length === 0 && (
            <Text size="sm" c="dimmed">
              {t.noSavedFilters}
            </Text>
          )}
          {saved.map(({ name, filter: one }) => (
            <Group key={name} gap="xs" wrap="nowrap">
              <Button
                variant="default"
                flex={1}
                justify="flex-start"
                dir="auto"
                onClick={() => {
                  onApply(one)
                  close()
                }}
              >
                {name}
              </Button>
              <Button variant="subtle" color="gray" aria-label={t.removeFilter({ name })} onClick={() => remove(name)}>
                <Icon name="trash" />
              </Button>
            </Group>
          ))}
          {Object.keys(savable(filter)).length > 0 && saved.length < mostSavedFilters && (
            <SaveForm
              onSave={(name) => {
                setSaved(withFilter(saved, { name, filter: savable(filter) }))
                notify(t.saved)
              }}
            />
          )}
        </Stack>
      </Modal>
    </>
  )
}

function SaveForm({ onSave }: { onSave: (name: string) => void }) {
  const t = useTexts()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(name.trim())
    setName('')
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label={t.name}
          description={t.saveFilterHint}
          value={name}
          maxLength={longestName}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={name.trim() === ''}>
            {t.saveFilter}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
