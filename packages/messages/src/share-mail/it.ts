import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const it: Texts<typeof en> = {
  subject: '{operator} ha condiviso «{title}» con voi',
  opening: '{operator} ha pubblicato una guida di viaggio per uno dei vostri ospiti.',
  guidebook: 'Guida',
  code: 'Il vostro codice di prenotazione',
  period: 'Valida',
  link: 'Link per l’ospite',
  closing: 'Il link resta lo stesso, anche quando la prenotazione cambia.',
}
