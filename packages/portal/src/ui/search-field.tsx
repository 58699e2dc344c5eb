import { TextInput } from '@mantine/core'
import { useTexts } from '../i18n/texts.tsx'
import { Icon } from './icon.tsx'
import { useTypedText } from './use-typed-text.ts'

interface Props {
  placeholder: string
  /** The words in the address. */
  words: string
  /** Called a moment after the last key. */
  onSearch: (words: string) => void
}

export function SearchField({ placeholder, words, onSearch }: Props) {
  const t = useTexts()
  const [typed, type] = useTypedText(words, onSearch)
  return (
    <TextInput
      label={t.search}
      placeholder={placeholder}
      type="search"
      leftSection={<Icon name="search" />}
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
