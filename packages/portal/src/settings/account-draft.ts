/** The fields of the account's form. */
import type { OwnAccount, OwnAccountChange } from '@guidebook/client'

export const draftOf = ({ defaultLang, timeZone, colors, logo, app, roadbook, emergencyPhone }: OwnAccount) => ({
  defaultLang,
  timeZone,
  primary: colors.primary,
  secondary: colors.secondary,
  logo: logo ?? '',
  iosUrl: app.iosUrl ?? '',
  androidUrl: app.androidUrl ?? '',
  paper: roadbook.paper,
  emergencyPhone: emergencyPhone ?? '',
})
export type Draft = ReturnType<typeof draftOf>

/**
 * Only the fields that differ from what the form began with: another person may have changed the others meanwhile. An empty field removes what is
 * stored. Null: nothing has changed.
 */
export function changeOf(draft: Draft, begin: Draft): OwnAccountChange | null {
  const { defaultLang, timeZone, primary, secondary, paper } = draft
  const has = (name: keyof Draft) => draft[name] !== begin[name]
  const colors = { ...(has('primary') && { primary }), ...(has('secondary') && { secondary }) }
  const app = {
    ...(has('iosUrl') && { iosUrl: filled(draft.iosUrl) }),
    ...(has('androidUrl') && { androidUrl: filled(draft.androidUrl) }),
  }
  const change: OwnAccountChange = {
    ...(has('defaultLang') && { defaultLang }),
    ...(has('timeZone') && { timeZone }),
    ...(Object.keys(colors).length > 0 && { colors }),
    ...(has('logo') && { logo: filled(draft.logo) }),
    ...(Object.keys(app).length > 0 && { app }),
    ...(has('paper') && { roadbook: { paper } }),
    ...(has('emergencyPhone') && { emergencyPhone: filled(draft.emergencyPhone) }),
  }
  return Object.keys(change).length === 0 ? null : change
}

const filled = (text: string) => (text.trim() === '' ? null : text.trim())
