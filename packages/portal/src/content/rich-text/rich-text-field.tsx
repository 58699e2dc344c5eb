/** A description: in an editor that can hold only what the product shows, or as HTML. */
import { Alert, Button, Code, Group, Input, Switch, Text } from '@mantine/core'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { directionOf } from '../../i18n/direction.ts'
import { useTexts } from '../../i18n/texts.tsx'
import type { DescriptionProps } from '../description-field.tsx'
import { HtmlSource } from '../html-source.tsx'
import { lossOf } from './differences.ts'
import classes from './rich-text.module.css'
import { parseHtml, toHtml } from './schema.ts'
import { TextEditor } from './text-editor.tsx'

export function RichTextField({ label, language, value, onChange, error }: DescriptionProps) {
  const t = useTexts()
  const id = useId()
  const [wantsSource, setWantsSource] = useState(() => lossOf(value) !== null)
  const [notice, setNotice] = useState('')
  // What the editor itself wrote is not examined again.
  const [written, setWritten] = useState<string | null>(null)
  const examined = useDeferredValue(value)
  const isWritten = value === written
  const loss = useMemo(() => (isWritten ? null : lossOf(examined)), [isWritten, examined])
  const isSource = wantsSource || loss !== null
  const write = (html: string) => {
    setWritten(html)
    onChange(html)
  }
  const described = [`${id}-keys`, ...(error === undefined ? [] : [`${id}-error`])].join(' ')
  const attributes = {
    'aria-labelledby': `${id}-label`,
    'aria-describedby': described,
    lang: language,
    dir: directionOf(language),
    ...(error !== undefined && { 'aria-invalid': 'true' }),
  }
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Input.Label
          id={`${id}-label`}
          labelElement="div"
          onClick={() => document.getElementById(isSource ? `${id}-source` : `${id}-text`)?.focus()}
        >
          {label}
        </Input.Label>
        <Switch
          size="xs"
          label={t.htmlSource}
          checked={isSource}
          disabled={loss !== null}
          onChange={(event) => setWantsSource(event.currentTarget.checked)}
        />
      </Group>
      {loss !== null && (
        <Alert color="orange" mb="xs" p="sm" role="note" id={`${id}-loss`}>
          <Text size="sm">{t.editorLoses}</Text>
          {loss.length > 0 && (
            <Text size="sm">
              {t.editorLosesParts} <Parts names={loss} />
            </Text>
          )}
          <Button
            mt="xs"
            size="xs"
            variant="default"
            onClick={() => {
              setWantsSource(false)
              write(toHtml(parseHtml(value)))
            }}
          >
            {t.editorSimplify}
          </Button>
        </Alert>
      )}
      {isSource ? (
        <HtmlSource
          id={`${id}-source`}
          labelledBy={`${id}-label`}
          describedBy={loss === null ? undefined : `${id}-loss`}
          language={language}
          value={value}
          onChange={(html) => {
            // The editor does not appear while a person types.
            setWantsSource(true)
            onChange(html)
          }}
          error={error}
        />
      ) : (
        <>
          <div className={classes.field} data-invalid={error !== undefined || undefined}>
            <TextEditor id={`${id}-text`} value={value} onChange={write} attributes={attributes} onNotice={setNotice} />
          </div>
          <Input.Description id={`${id}-keys`} mt={4}>
            {t.editorKeys}
          </Input.Description>
          <Text role="status" size="sm" c="var(--mantine-color-orange-light-color)">
            {notice}
          </Text>
          {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
        </>
      )}
    </div>
  )
}

const mostNames = 8

/** Elements and their attributes, such as `<table>` and `<p class>`. */
function Parts({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.slice(0, mostNames).map((name) => (
        <span key={name}>
          <Code>{`<${name}>`}</Code>{' '}
        </span>
      ))}
      {names.length > mostNames && '…'}
    </>
  )
}
