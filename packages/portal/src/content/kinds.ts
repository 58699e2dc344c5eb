import type { ItemKind } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import type { IconName } from '../ui/icon.tsx'

export const kinds = ['route', 'poi', 'text'] as const

export const kindIcon: Record<ItemKind, IconName> = { route: 'route', poi: 'poi', text: 'text' }

export const itemKindText = (kind: ItemKind, t: PortalTexts): string =>
  ({ route: t.route, poi: t.place, text: t.text })[kind]
