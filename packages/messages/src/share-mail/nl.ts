import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const nl: Texts<typeof en> = {
  subject: '{operator} heeft ‘{title}’ met u gedeeld',
  opening: '{operator} heeft een reisgids voor een van uw gasten vrijgegeven.',
  guidebook: 'Reisgids',
  code: 'Uw boekingscode',
  period: 'Geldig',
  link: 'Link voor de gast',
  closing: 'De link blijft dezelfde, ook als de boeking verandert.',
}
