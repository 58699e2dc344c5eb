/** The people of an account: the account and support see and invite them. */
import { Select, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Faults } from '../api/faults.ts'
import type { Formats } from '../i18n/formats.ts'
import { useTexts } from '../i18n/texts.tsx'
import { type Role, roles } from '../session/session.ts'
import { roleHint, roleText } from './roles.ts'

type Texts = ReturnType<typeof useTexts>

export const roleChoices = (t: Texts) => roles.map((value) => ({ value, label: roleText(value, t) }))

interface RoleSelectProps {
  value: Role
  onChange: (role: Role) => void
  error: string | undefined
}

export function RoleField({ value, onChange, error }: RoleSelectProps) {
  const t = useTexts()
  return (
    <Select
      label={t.role}
      description={roleHint(value, t)}
      allowDeselect={false}
      data={roleChoices(t)}
      value={value}
      onChange={(role) => role !== null && onChange(role as Role)}
      error={error}
    />
  )
}

export interface PersonDraft {
  email: string
  name: string
  role: Role
}

export const personPointers = ['/email', '/name', '/role']

export const personBody = ({ email, name, role }: PersonDraft) => ({
  email,
  role,
  ...(name.trim() !== '' && { name }),
})

interface FieldsProps {
  draft: PersonDraft
  onChange: (draft: PersonDraft) => void
  faults: Faults
}

export function PersonFields({ draft, onChange, faults }: FieldsProps) {
  const t = useTexts()
  return (
    <Stack>
      <TextInput
        type="email"
        label={t.email}
        required
        value={draft.email}
        onChange={(event) => onChange({ ...draft, email: event.currentTarget.value })}
        error={faults.at('/email')}
      />
      <TextInput
        label={t.name}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
        error={faults.at('/name')}
      />
      <RoleField value={draft.role} onChange={(role) => onChange({ ...draft, role })} error={faults.at('/role')} />
    </Stack>
  )
}

/** `children` follow the name. */
export function PersonName({ name, email, children }: { name: string | null; email: string; children?: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={500} dir="auto">
        {name ?? email}
        {children}
      </Text>
      {name !== null && (
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      )}
    </div>
  )
}

type Seen = Record<'acceptedAt' | 'lastSignInAt', string | null>

export const lastSignInText = ({ acceptedAt, lastSignInAt }: Seen, t: Texts, formats: Formats): string =>
  acceptedAt === null ? t.invitedOnly : lastSignInAt === null ? '–' : formats.instant(lastSignInAt)
