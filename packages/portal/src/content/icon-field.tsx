import { Select } from '@mantine/core'
import { useTexts } from '../i18n/texts.tsx'

interface Props<Icon extends string> {
  choices: { value: Icon; label: string }[]
  value: Icon | null
  onChange: (icon: Icon) => void
  error?: string | undefined
}

/** The icon of a place or of a route. */
export function IconField<Icon extends string>({ choices, value, onChange, error }: Props<Icon>) {
  const t = useTexts()
  return (
    <Select
      label={t.icon}
      searchable
      allowDeselect={false}
      data={choices}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen as Icon)}
      error={error}
    />
  )
}
