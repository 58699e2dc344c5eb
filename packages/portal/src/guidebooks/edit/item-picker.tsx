import type { ItemKind } from '@guidebook/client'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { itemKindText } from '../../content/kinds.ts'
import { nameOf } from '../../i18n/names.ts'
import { useLanguage } from '../../i18n/texts.tsx'
import { type MemberDraft, memberOfItem } from './draft.ts'

interface Props {
  label: string
  /** Absent: any kind. */
  kind?: ItemKind
  onPick: (member: MemberDraft) => void
}

/** A field that searches the items of all libraries. Choosing one adds it and empties the field. */
export function ItemPicker({ label, kind, onPick }: Props) {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [q] = useDebouncedValue(search.trim().slice(0, 200), 250)
  const query = useQuery({
    queryKey: [account.id, 'items', 'picker', kind, q],
    queryFn: () =>
      client.content.items
        .list({ account: account.id, limit: 30, ...(kind !== undefined && { kind }), ...(q !== '' && { q }) })
        .page(),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const items = query.data?.items ?? []
  const nothing = query.isFetching ? t.loading : query.isError ? t.somethingFailed : t.noMatch
  return (
    <Select
      label={label}
      placeholder={t.searchItems}
      searchable
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setIsOpen(true)}
      nothingFoundMessage={nothing}
      filter={({ options }) => options}
      maxDropdownHeight={260}
      data={items.map((item) => {
        const details = [
          ...(kind === undefined ? [itemKindText(item.kind, t)] : []),
          ...(item.customId === null ? [] : [item.customId]),
          ...(item.library === null ? [] : [item.library.customId]),
        ]
        return { value: item.id, label: `${nameOf(item.names, language, item.customId)} (${details.join(' · ')})` }
      })}
      onChange={(id) => {
        const picked = items.find((item) => item.id === id)
        if (picked !== undefined) onPick(memberOfItem(picked))
        setSearch('')
      }}
    />
  )
}
