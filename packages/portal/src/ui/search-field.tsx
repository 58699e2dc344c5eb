import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Icon } from './icon.tsx'

interface Props {
  placeholder: string
  /** The words of the address when the page opened. */
  words: string
  /** Called a moment after the last key. */
  onSearch: (words: string) => void
}

export function SearchField({ placeholder, words, onSearch }: Props) {
  const t = useTexts()
  const [typed, setTyped] = useState(words)
  const search = useDebouncedCallback((text: string) => onSearch(text.trim()), 250)
  return (
    <TextInput
      label={t.search}
      placeholder={placeholder}
      type="search"
      leftSection={<Icon name="search" />}
      maxLength={200}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
    />
  )
}
