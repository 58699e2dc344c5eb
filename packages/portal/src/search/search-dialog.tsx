import { Combobox, Group, Modal, ScrollArea, Text, TextInput, useCombobox, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { useOpenerAfterRemoval } from '../ui/heading-of.ts'
import { Icon } from '../ui/icon.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { type Found, isSearched, useFound } from './found.ts'

/** The focus stays in the field, from which the arrow keys choose a result. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const isPhone = useMediaQuery('(max-width: 48em)')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), 250)
  const { found, isPending, error } = useFound(text)
  const combobox = useCombobox({ opened: true })
  useOpenerAfterRemoval()
  const all = found.flat()
  const keys = all.map(({ key }) => key).join('\n')
  const { selectFirstOption } = combobox
  // When other results are shown.
  useEffect(() => {
    if (keys !== '') selectFirstOption()
  }, [keys, selectFirstOption])
  const open = (key: string) => {
    // The results of an earlier text stay while a person types.
    if (typed.trim() !== text) return
    const chosen = all.find((one) => one.key === key)
    if (chosen === undefined) return
    onClose()
    void navigate(chosen.page)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.searchAll}
      closeButtonProps={{ 'aria-label': t.close }}
      size="lg"
      fullScreen={isPhone ?? false}
    >
      <Combobox store={combobox} onOptionSubmit={open}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            mt={4}
            aria-label={t.searchAll}
            placeholder={t.searchAllHint}
            type="search"
            leftSection={<Icon name="search" />}
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose()
            }}
          />
        </Combobox.EventsTarget>
        <VisuallyHidden role="status">
          {isSearched(text) && !isPending && t.searchFound({ n: all.length })}
        </VisuallyHidden>
        {error !== null && <Failure error={error} />}
        {isPending && <Loading />}
        {isSearched(text) && !isPending && error === null && all.length === 0 && (
          <Empty compact icon="search" title={t.noMatch} />
        )}
        <ScrollArea.Autosize mah="60vh" mt="sm">
          <Combobox.Options aria-label={t.searchAll}>
            {found.flatMap((group) => group.map((one) => <Result key={one.key} found={one} />))}
          </Combobox.Options>
        </ScrollArea.Autosize>
      </Combobox>
    </Modal>
  )
}

function Result({ found: { key, icon, title, detail } }: { found: Found }) {
  return (
    <Combobox.Option value={key}>
      <Group wrap="nowrap" gap="sm">
        <Icon name={icon} />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={500} dir="auto">
            {title}
          </Text>
          <Text size="xs">{detail}</Text>
        </div>
      </Group>
    </Combobox.Option>
  )
}
