/** The forms of the ways to sign in. */
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { portalCall } from '../session/portal-call.ts'
import { Failure } from '../ui/states.tsx'

export function MailStep({
  email,
  onEmail,
  onSent,
  to,
}: {
  email: string
  onEmail: (email: string) => void
  onSent: () => void
  /** The page to open after signing in by the link of the mail. */
  to?: string | undefined
}) {
  const t = useTexts()
  const send = useMutation({
    mutationFn: () => portalCall('POST', '/sign-in/codes', { body: { email, to } }),
    onSuccess: onSent,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {send.isError && <Failure error={send.error} />}
        <TextInput
          type="email"
          name="email"
          label={t.email}
          description={t.emailWhy}
          autoComplete="username webauthn"
          required
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={send.isPending}>
          {t.sendCode}
        </Button>
      </Stack>
    </form>
  )
}

interface CodeStepProps {
  email: string
  busy: boolean
  onCode: (code: string) => void
  onBack: () => void
}

export function CodeStep({ email, busy, onCode, onBack }: CodeStepProps) {
  const t = useTexts()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code.replaceAll(/\s/g, ''))
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" role="status">
          {t.codeSent({ email })}
        </Text>
        <TextInput
          label={t.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          ref={(input) => input?.focus()}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {t.signInNow}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t.otherAddress}
        </Button>
      </Stack>
    </form>
  )
}

export function KeyStep({
  busy,
  onKey,
  onBack,
}: {
  busy: boolean
  onKey: (proof: object) => void
  onBack: () => void
}) {
  const t = useTexts()
  const [apiKey, setApiKey] = useState('')
  const [email, setEmail] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onKey({ apiKey: apiKey.trim(), email })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t.firstAdmin}</Text>
        <PasswordInput
          label={t.apiKey}
          autoComplete="off"
          required
          value={apiKey}
          visibilityToggleButtonProps={{ 'aria-label': t.showKey }}
          onChange={(event) => setApiKey(event.currentTarget.value)}
        />
        <TextInput
          type="email"
          label={t.email}
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          {t.signInNow}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t.back}
        </Button>
      </Stack>
    </form>
  )
}
