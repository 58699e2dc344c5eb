import type { OwnAccount } from '@guidebook/client'
import { ColorInput, Group, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { notify } from '../ui/actions.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { languageChoices } from '../ui/languages.ts'
import { changeOf, type Draft, draftOf } from './account-draft.ts'
import { BrandPreview } from './brand-preview.tsx'

const pointers: Record<keyof Draft, string> = {
  defaultLang: '/defaultLang',
  timeZone: '/timeZone',
  primary: '/colors/primary',
  secondary: '/colors/secondary',
  logo: '/logo',
  iosUrl: '/app/iosUrl',
  androidUrl: '/app/androidUrl',
  paper: '/roadbook/paper',
  emergencyPhone: '/emergencyPhone',
}

export function AccountForm({ settings }: { settings: OwnAccount }) {
  const t = useTexts()
  const formats = useFormats()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const [begin, setBegin] = useState(() => draftOf(settings))
  const [draft, setDraft] = useState(begin)
  const set = <Name extends keyof Draft>(name: Name, value: Draft[Name]) => setDraft({ ...draft, [name]: value })
  const submit = async () => {
    const change = changeOf(draft, begin)
    if (change === null) return
    const changed = await client.account.update(change)
    queries.setQueryData([account.id, 'settings'], changed)
    notify(t.saved)
  }
  return (
    <FormModal
      label={t.change}
      size="sm"
      title={t.changeAccount}
      draft={draft}
      fields={Object.values(pointers)}
      submit={submit}
      onOpen={() => {
        setBegin(draftOf(settings))
        setDraft(draftOf(settings))
      }}
    >
      {(faults) => {
        const text = (name: 'logo' | 'iosUrl' | 'androidUrl' | 'emergencyPhone') => ({
          value: draft[name],
          error: faults.at(pointers[name]),
          onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
        })
        const choice = (name: 'defaultLang' | 'timeZone' | 'paper', data: { value: string; label: string }[]) => ({
          data,
          value: draft[name],
          error: faults.at(pointers[name]),
          allowDeselect: false,
          onChange: (value: string | null) => value !== null && setDraft({ ...draft, [name]: value } as Draft),
        })
        const color = (name: 'primary' | 'secondary') => ({
          value: draft[name],
          error: faults.at(pointers[name]),
          withPicker: false,
          withEyeDropper: false,
          onChange: (value: string) => set(name, value),
        })
        const zones = [...new Set([draft.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
        return (
          <Stack>
            <Select
              label={t.language}
              searchable
              {...choice('defaultLang', languageChoices(formats, draft.defaultLang))}
            />
            <Select
              label={t.timeZone}
              description={t.timeZoneHint}
              searchable
              {...choice(
                'timeZone',
                zones.map((value) => ({ value, label: value })),
              )}
            />
            <TextInput label={t.emergencyPhone} type="tel" {...text('emergencyPhone')} />
            <Select
              label={t.paper}
              {...choice(
                'paper',
                ['A4', 'A5'].map((value) => ({ value, label: value })),
              )}
            />
            <Group grow align="flex-start">
              <ColorInput label={t.primaryColor} {...color('primary')} />
              <ColorInput label={t.secondaryColor} {...color('secondary')} />
            </Group>
            <BrandPreview name={settings.name} {...draft} />
            <TextInput label={t.logo} description={t.logoHint} type="url" {...text('logo')} />
            <TextInput label="iOS" type="url" {...text('iosUrl')} />
            <TextInput label="Android" type="url" {...text('androidUrl')} />
          </Stack>
        )
      }}
    </FormModal>
  )
}
