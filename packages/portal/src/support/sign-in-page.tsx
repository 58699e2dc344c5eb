import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isOpen } from '../session/session.ts'
import { SignInFrame } from '../shell/sign-in-frame.tsx'
import { useSupportTexts } from './i18n.tsx'
import { paths, useGo } from './links.tsx'
import { useSession } from './session.ts'
import { TokenForm } from './token-form.tsx'

export function SignInPage() {
  const s = useSupportTexts()
  const { to } = useSearch({ strict: false }) as { to?: string }
  const go = useGo()
  const { data: session } = useSession()
  useEffect(() => {
    if (isOpen(session)) void go(to ?? paths.accounts, { replace: true })
  }, [session, go, to])
  return (
    <SignInFrame title={s.support}>
      <TokenForm />
    </SignInFrame>
  )
}
