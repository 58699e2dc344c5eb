import type { PortalTexts } from '@guidebook/messages/portal'
import type { Role } from '../session/session.ts'

export const roleText = (role: Role, t: PortalTexts): string =>
  ({ viewer: t.roleViewer, office: t.roleOffice, editor: t.roleEditor, admin: t.roleAdmin })[role]

export const roleHint = (role: Role, t: PortalTexts): string =>
  ({ viewer: t.roleViewerHint, office: t.roleOfficeHint, editor: t.roleEditorHint, admin: t.roleAdminHint })[role]
