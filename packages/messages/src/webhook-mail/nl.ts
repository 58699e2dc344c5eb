import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const nl: Texts<typeof en> = {
  subject: 'Uw webhook is uitgeschakeld',
  greeting: 'Hallo {name},',
  off: 'wij sturen geen releases meer naar uw webhook op {host}.',
  gone: 'Hij antwoordde met 410 Gone en wil dus niets meer ontvangen.',
  'nothing-but-failures': 'Al vijf dagen is elke poging om hem te bereiken mislukt.',
  next: 'Er gaat niets verloren: elke release die niet is afgeleverd, blijft bewaard. Werkt uw webhook weer, vraag onze support dan om hem in te schakelen; die kan daarna alles versturen wat u gemist hebt.',
}
