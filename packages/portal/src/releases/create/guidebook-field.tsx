import { Autocomplete, Box, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAccount } from '../../api/account.tsx'
import { nameOf } from '../../i18n/names.ts'
import { useLanguage } from '../../i18n/texts.tsx'

interface Props {
  /** Its custom ID. */
  value: string
  onChange: (value: string) => void
  error: ReactNode
}

/** The custom ID of a guidebook, typed or chosen: what is typed is also searched in the titles. Without the list it is a text field. */
export function GuidebookField({ value, onChange, error }: Props) {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const [q] = useDebouncedValue(value.trim().slice(0, 200), 250)
  const { data } = useQuery({
    queryKey: [account.id, 'guidebooks', 'choices', q, language],
    queryFn: ({ signal }) => {
      const query = { account: account.id, lang: language, sort: 'title', limit: 30, ...(q !== '' && { q }) } as const
      return client.content.guidebooks.list(query, { signal }).page()
    },
    placeholderData: keepPreviousData,
  })
  const titles = new Map(data?.items.map(({ customId, titles }) => [customId, nameOf(titles, language, customId)]))
  return (
    <Autocomplete
      label={t.guidebook}
      description={t.guidebookHint}
      placeholder={t.searchGuidebooks}
      required
      value={value}
      onChange={onChange}
      error={error}
      data={[...titles.keys()]}
      filter={({ options }) => options}
      maxDropdownHeight={260}
      renderOption={({ option }) => (
        <Box miw={0}>
          <Text size="sm" dir="auto">
            {titles.get(option.value)}
          </Text>
          <Text size="xs" c="dimmed">
            {option.value}
          </Text>
        </Box>
      )}
    />
  )
}
