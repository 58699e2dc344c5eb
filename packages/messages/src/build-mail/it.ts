import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const it: Texts<typeof en> = {
  subject: 'Prenotazione {code}: non è stato possibile inserire tutto',
  opening: 'Durante la creazione di «{title}» per la prenotazione {code} è emerso quanto segue:',
  published: 'Tutto il resto è a disposizione dell’ospite. Il registro della pubblicazione contiene le stesse voci.',
  failed:
    'Non è stato possibile creare i documenti. Il registro della pubblicazione ne riporta il motivo; poi si può riavviare la creazione.',
}
