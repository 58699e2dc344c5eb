import { Select, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Faults } from '../../api/faults.ts'
import { useTexts } from '../../i18n/texts.tsx'
import { useSupportTexts } from '../i18n.tsx'

interface Draft {
  name: string
  email: string
  type: 'operator' | 'reseller'
}

interface Props {
  draft: Draft
  onChange: (changed: Partial<Draft>) => void
  faults: Faults
  /** Fields after the name. */
  children?: ReactNode
}

/** The fields that support sets when it creates an account, and can change later. */
export function AccountFields({ draft, onChange, faults, children }: Props) {
  const t = useTexts()
  const s = useSupportTexts()
  return (
    <Stack>
      <TextInput
        label={t.name}
        required
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={faults.at('/name')}
      />
      {children}
      <TextInput
        type="email"
        label={t.email}
        required
        value={draft.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
        error={faults.at('/email')}
      />
      <Select
        label={s.type}
        allowDeselect={false}
        data={[
          { value: 'operator', label: t.operator },
          { value: 'reseller', label: t.reseller },
        ]}
        value={draft.type}
        onChange={(type) => onChange({ type: type === 'reseller' ? 'reseller' : 'operator' })}
        error={faults.at('/type')}
      />
    </Stack>
  )
}
