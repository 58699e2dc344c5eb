import { useQuery } from '@tanstack/react-query'
import { SignInCover } from '../shell/sign-in-cover.tsx'
import { sessionKey, sessionQuery } from './session.ts'
import { TokenForm } from './token-form.tsx'

export function SignInAgain() {
  // The person may have signed in in another tab.
  useQuery({ ...sessionQuery, refetchOnMount: 'always' })
  return (
    <SignInCover sessionKey={sessionKey}>
      <TokenForm />
    </SignInCover>
  )
}
