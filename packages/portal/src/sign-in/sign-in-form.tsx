/** Sign-in with a code or link by mail, a passkey, an OpenID provider, or once with the API key. There are no passwords. */
import { Button, Divider, Stack } from '@mantine/core'
import { type UseMutationResult, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { isCancelled, passkeysWork, signWithPasskey } from '../session/passkeys.ts'
import { portalCall } from '../session/portal-call.ts'
import { methodsQuery, type Session } from '../session/session.ts'
import { SignInFailure } from '../shell/sign-in-frame.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { CodeStep, KeyStep, MailStep } from './steps.tsx'

interface Props {
  signIn: UseMutationResult<Session, Error, object>
  /** What a refused proof means. */
  refused: string
  /** Who signs in again, while the page of the ended session stays. */
  person?: { email: string }
  /** The page to open after signing in, where another page of the browser does that. */
  to?: string | undefined
  /** Shown in the first step until something else is to be said. */
  notice?: ReactNode
}

type Step = 'mail' | 'code' | 'key'

export function SignInForm({ signIn, refused, person, to, notice }: Props) {
  const t = useTexts()
  const [step, setStep] = useState<Step>('mail')
  const [email, setEmail] = useState(person?.email ?? '')
  const methods = useQuery(methodsQuery)
  const passkey = useMutation({
    mutationFn: async () => {
      const options = await portalCall<PublicKeyCredentialRequestOptionsJSON>('POST', '/sign-in/passkey-options', {
        body: {},
      })
      await signIn.mutateAsync({ passkey: await signWithPasskey(options) })
    },
  })
  const forgetFailures = () => {
    signIn.reset()
    passkey.reset()
  }
  const go = (next: Step) => {
    forgetFailures()
    setStep(next)
  }
  const hasPasskey = methods.data?.passkey === true && passkeysWork()
  const openid = methods.data?.openid ?? null
  const failure = signIn.error ?? (passkey.error !== null && !isCancelled(passkey.error) ? passkey.error : null)
  return (
    <Stack>
      {failure === null ? step === 'mail' && notice : <SignInFailure error={failure} refused={refused} />}
      {step === 'mail' && (
        <>
          <MailStep email={email} onEmail={setEmail} onSent={() => go('code')} to={to} />
          {(person === undefined || hasPasskey || openid !== null) && <Divider label={t.or} />}
          {hasPasskey && (
            <LoadingButton
              variant="default"
              leftSection={<Icon name="key" />}
              loading={passkey.isPending}
              onClick={() => {
                forgetFailures()
                passkey.mutate()
              }}
            >
              {t.signInPasskey}
            </LoadingButton>
          )}
          {openid !== null && (
            <Button
              component="a"
              href={`/portal/sign-in/openid${to === undefined ? '' : `?${new URLSearchParams({ to })}`}`}
              variant="default"
              {...(person !== undefined && { target: '_blank' })}
            >
              {t.signInOpenid({ name: openid.name })}
            </Button>
          )}
          {person === undefined && (
            <Button variant="subtle" onClick={() => go('key')}>
              {t.signInKey}
            </Button>
          )}
        </>
      )}
      {step === 'code' && (
        <CodeStep
          email={email}
          busy={signIn.isPending}
          onCode={(code) => signIn.mutate({ email, code })}
          onBack={() => go('mail')}
        />
      )}
      {step === 'key' && (
        <KeyStep busy={signIn.isPending} onKey={(proof) => signIn.mutate(proof)} onBack={() => go('mail')} />
      )}
    </Stack>
  )
}
