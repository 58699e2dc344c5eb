import { Textarea } from '@mantine/core'

interface Props {
  id?: string
  label?: string
  labelledBy?: string
  describedBy?: string | undefined
  description?: string
  language: string
  value: string
  onChange: (html: string) => void
  error: string | undefined
}

/** The HTML of a description, as it is stored. */
export function HtmlSource({
  id,
  label,
  labelledBy,
  describedBy,
  description,
  language,
  value,
  onChange,
  error,
}: Props) {
  return (
    <Textarea
      {...(id !== undefined && { id })}
      label={label}
      description={description}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      lang={language}
      dir="auto"
      rows={8}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
