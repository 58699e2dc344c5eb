import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const it: Texts<typeof en> = {
  subject: 'Il vostro webhook è stato disattivato',
  greeting: 'Buongiorno {name},',
  off: 'non inviamo più pubblicazioni al vostro webhook su {host}.',
  gone: 'Ha risposto 410 Gone, cioè non desidera ricevere altro.',
  'nothing-but-failures': 'Da cinque giorni ogni tentativo di raggiungerlo è fallito.',
  next: 'Nulla è andato perso: ogni pubblicazione non consegnata è conservata. Quando il webhook funzionerà di nuovo, chiedete al nostro supporto di riattivarlo; potrà poi inviare tutto ciò che è mancato.',
}
