/** The filters are in the address, so that links to the list and the way back to it keep them. */
import { Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '../../api/account.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { useNotifyFailure } from '../../ui/actions.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useIsHere } from '../../ui/use-is-here.ts'
import { useTypedText } from '../../ui/use-typed-text.ts'
import { filterStates, type ReleaseFilter, sorts } from '../filter.ts'
import { useFindCode } from '../queries.ts'
import { linkIn } from '../search-text.ts'
import { filterStateText } from '../state.ts'
import classes from './releases-page.module.css'
import { SavedFilters } from './saved-filters.tsx'

const route = getRouteApi('/o/$oid/releases')

export function Filters({ filter }: { filter: ReleaseFilter }) {
  const t = useTexts()
  const { account, settings } = useAccount()
  const navigate = route.useNavigate()
  const findCode = useFindCode()
  const notifyFailure = useNotifyFailure()
  const isHere = useIsHere()
  const openCode = (code: string | null) => {
    if (code !== null && isHere()) void navigate({ to: '/o/$oid/releases/$code', params: { oid: account.oid, code } })
  }
  const change = (changed: Partial<Record<keyof ReleaseFilter, string | null>>) =>
    void navigate({
      // Another change may have come first while a text was typed.
      search: (current) => {
        const merged = Object.entries({ ...current, ...changed }).filter(([, value]) => value !== null && value !== '')
        return Object.fromEntries(merged) as ReleaseFilter
      },
      replace: true,
    })
  const open = useMutation({ mutationFn: findCode, onSuccess: openCode, onError: notifyFailure })
  const find = (text: string) => {
    const link = linkIn(text)
    // Enter may follow a pasted link while its release is looked up.
    if (link === null || !open.isPending || linkIn(open.variables) !== link) open.mutate(text)
  }
  const send = (name: 'q' | 'guidebook') => (text: string) => {
    // A Trip Link is a secret: it opens its release and is never in the address of the page.
    if (linkIn(text) === null) change({ [name]: text })
    else find(text)
  }
  const [q, typeQ] = useTypedText(filter.q ?? '', send('q'))
  const [guidebook, typeGuidebook] = useTypedText(filter.guidebook ?? '', send('guidebook'))
  const sortTexts: Record<(typeof sorts)[number], string> = {
    '-created': t.sortNewest,
    created: t.sortOldest,
    start: t.sortStart,
    '-start': t.sortStartLast,
    end: t.sortEnd,
    '-end': t.sortEndLast,
    arrival: t.sortArrival,
    '-arrival': t.sortArrivalLast,
    title: t.sortTitle,
    '-title': t.sortTitleLast,
  }
  // A reseller is itself the seller of the releases in its list. A filter in the address can be removed.
  const partners = settings?.type === 'operator' || filter.reseller !== undefined ? (settings?.partners ?? []) : []
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t.clear }, placeholder: t.all }
  return (
    <search className={classes.filters}>
      <TextInput
        label={t.search}
        placeholder={t.searchReleases}
        type="search"
        leftSection={<Icon name="search" />}
        value={q}
        maxLength={200}
        className={classes.q ?? ''}
        onChange={(event) => typeQ(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') find(q)
        }}
      />
      <Select
        label={t.state}
        {...clear}
        data={filterStates.map((value) => ({ value, label: filterStateText(value, t) }))}
        value={filter.state ?? null}
        onChange={(state) => change({ state })}
      />
      <DayField label={t.onTourFrom} day={filter.from} onChange={(from) => change({ from })} />
      <DayField label={t.onTourTo} day={filter.to} onChange={(to) => change({ to })} />
      <DayField label={t.tripBeginsFrom} day={filter.arrivalFrom} onChange={(arrivalFrom) => change({ arrivalFrom })} />
      <DayField label={t.tripBeginsTo} day={filter.arrivalTo} onChange={(arrivalTo) => change({ arrivalTo })} />
      <TextInput
        label={t.guidebook}
        placeholder={t.customId}
        value={guidebook}
        onChange={(event) => typeGuidebook(event.currentTarget.value)}
      />
      {partners.length > 0 && (
        <Select
          label={t.reseller}
          {...clear}
          data={partners.map(({ oid, name }) => ({ value: oid, label: name }))}
          value={filter.reseller ?? null}
          onChange={(reseller) => change({ reseller })}
        />
      )}
      <Select
        label={t.sortBy}
        allowDeselect={false}
        data={sorts.map((value) => ({ value, label: sortTexts[value] }))}
        value={filter.sort ?? '-created'}
        onChange={(sort) => change({ sort: sort === '-created' ? null : sort })}
      />
      <SavedFilters filter={filter} onApply={(saved) => void navigate({ search: saved })} />
    </search>
  )
}

interface DayFieldProps {
  label: string
  day: string | undefined
  onChange: (day: string) => void
}

/** While a day is typed, it is several other days before. */
function DayField({ label, day = '', onChange }: DayFieldProps) {
  const [typed, type] = useTypedText(day, onChange)
  return <TextInput label={label} type="date" value={typed} onChange={(event) => type(event.currentTarget.value)} />
}
