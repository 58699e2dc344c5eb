import { useFormats, useTexts } from '../i18n/texts.tsx'
import { type Session, useSignOut } from '../session/session.ts'
import { useNotifyFailure } from '../ui/actions.tsx'
import { Icon } from '../ui/icon.tsx'
import { leaveForms } from '../ui/leave-forms.ts'
import { LoadingButton } from '../ui/loading-button.tsx'
import { roleText } from '../ui/roles.ts'
import classes from './impersonation-bar.module.css'

interface Props {
  session: Session
  support: NonNullable<Session['support']>
}

/** Stays above every page while support has the place of a person. */
export function ImpersonationBar({ session, support: { name, reason } }: Props) {
  const t = useTexts()
  const formats = useFormats()
  const signOut = useSignOut()
  const notifyFailure = useNotifyFailure()
  const role = session.accounts[0]?.role
  return (
    <section className={classes.bar} aria-label={t.impersonations}>
      <Icon name="warning" />
      <span className={classes.text} dir="auto">
        {t.impersonationBar({ name, reason, at: formats.time(session.expiresAt) })}
        {role !== undefined && ` · ${roleText(role, t)}`}
      </span>
      <LoadingButton
        size="xs"
        color="dark"
        loading={signOut.isPending}
        onClick={() => leaveForms(() => signOut.mutate(undefined, { onError: notifyFailure }))}
      >
        {t.impersonationEnd}
      </LoadingButton>
    </section>
  )
}
