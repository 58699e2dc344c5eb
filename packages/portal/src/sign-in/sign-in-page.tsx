/** Sign-in with a code or link by mail, a passkey, an OpenID provider, or once with the API key. There are no passwords. */
import { Button, Divider, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { isCancelled, passkeysWork, signWithPasskey } from '../session/passkeys.ts'
import { portalCall } from '../session/portal-call.ts'
import { forgetAll, methodsQuery, type Session, sessionKey, useSession } from '../session/session.ts'
import { SignInFailure, SignInFrame } from '../shell/sign-in-frame.tsx'
import { Icon } from '../ui/icon.tsx'
import { CodeStep, KeyStep, MailStep } from './steps.tsx'

/** The token of a mailed link is in the fragment, which browsers do not send. Removes it from the address immediately. */
function takeToken(): string | null {
  const token = location.hash.slice(1)
  if (token === '') return null
  history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** Before the token of support's link. */
const supportMark = 'support-'

const proofOf = (token: string) =>
  token.startsWith(supportMark) ? { impersonation: token.slice(supportMark.length) } : { token }

export function SignInPage() {
  const t = useTexts()
  const { to } = useSearch({ from: '/sign-in' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const session = useSession()
  const [token, setToken] = useState(takeToken)
  const [wasSupport] = useState(token?.startsWith(supportMark) ?? false)
  const [step, setStep] = useState<'mail' | 'code' | 'key'>('mail')
  const [email, setEmail] = useState('')
  const methods = useQuery(methodsQuery)
  const signIn = useMutation({
    mutationFn: (proof: object) => portalCall<Session>('POST', '/session', { body: proof }),
    onSuccess: (created) => {
      forgetAll(queries, sessionKey, created)
      setToken(null)
    },
  })
  useEffect(() => {
    // The link of a mail, or of support, replaces a session that is open already.
    if (session.data && token === null) void navigate({ href: `/portal${to ?? '/'}`, replace: true })
  }, [session.data, navigate, to, token])

  const passkey = useMutation({
    mutationFn: async () => {
      const options = await portalCall<PublicKeyCredentialRequestOptionsJSON>('POST', '/sign-in/passkey-options', {
        body: {},
      })
      await signIn.mutateAsync({ passkey: await signWithPasskey(options) })
    },
  })
  const failure = signIn.error ?? (passkey.error !== null && !isCancelled(passkey.error) ? passkey.error : null)

  return (
    <SignInFrame title={t.signIn}>
      <Stack>
        {failure !== null && (
          <SignInFailure error={failure} refused={wasSupport ? t.impersonationRefused : t.signInRefusedText} />
        )}
        {token !== null ? (
          <>
            <Text size="sm">{wasSupport ? t.impersonationOpen : t.linkOpened}</Text>
            <Button
              loading={signIn.isPending}
              onClick={() => signIn.mutate(proofOf(token), { onError: () => setToken(null) })}
              leftSection={<Icon name="check" />}
            >
              {wasSupport ? t.impersonationOpenNow : t.signInNow}
            </Button>
          </>
        ) : step === 'mail' ? (
          <MailStep email={email} onEmail={setEmail} onSent={() => setStep('code')} />
        ) : step === 'code' ? (
          <CodeStep
            email={email}
            busy={signIn.isPending}
            onCode={(code) => signIn.mutate({ email, code })}
            onBack={() => setStep('mail')}
          />
        ) : (
          <KeyStep busy={signIn.isPending} onKey={(proof) => signIn.mutate(proof)} onBack={() => setStep('mail')} />
        )}
        {step === 'mail' && token === null && (
          <>
            <Divider label={t.or} />
            {methods.data?.passkey === true && passkeysWork() && (
              <Button
                variant="default"
                leftSection={<Icon name="key" />}
                loading={passkey.isPending}
                onClick={() => passkey.mutate()}
              >
                {t.signInPasskey}
              </Button>
            )}
            {methods.data?.openid != null && (
              <Button component="a" href="/portal/sign-in/openid" variant="default">
                {t.signInOpenid({ name: methods.data.openid.name })}
              </Button>
            )}
            <Button variant="subtle" onClick={() => setStep('key')}>
              {t.signInKey}
            </Button>
          </>
        )}
      </Stack>
    </SignInFrame>
  )
}
