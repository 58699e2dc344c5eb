import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const de: Texts<typeof en> = {
  subject: '{operator} hat „{title}“ mit Ihnen geteilt',
  opening: '{operator} hat ein Reisebuch für einen Ihrer Gäste freigegeben.',
  guidebook: 'Reisebuch',
  code: 'Ihr Buchungscode',
  period: 'Gültig',
  link: 'Link für den Gast',
  closing: 'Der Link bleibt derselbe, auch wenn sich an der Buchung noch etwas ändert.',
}
