import { Text } from '@mantine/core'
import { useId, useState } from 'react'
import classes from './file-drop.module.css'
import { Icon } from './icon.tsx'

interface Props {
  label: string
  hint: string
  accept: string
  multiple?: boolean
  /** Why the file was refused. */
  error?: string | undefined
  onFiles: (files: File[]) => void
}

/** A field for files that also takes dropped ones. The input is the only control, so the keyboard needs nothing else. */
export function FileDrop({ label, hint, accept, multiple = false, error, onFiles }: Props) {
  const id = useId()
  const [over, setOver] = useState(false)
  return (
    <label
      htmlFor={id}
      className={classes.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        onFiles(multiple ? files : files.slice(0, 1))
      }}
    >
      <Icon name="imports" size={28} />
      <Text fw={600}>{label}</Text>
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" id={`${id}-error`} role="alert">
          {error}
        </Text>
      )}
      <input
        id={id}
        type="file"
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
        accept={accept}
        multiple={multiple}
        className={classes.input}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
