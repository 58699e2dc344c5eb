import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const de: Texts<typeof en> = {
  subject: 'Ihr Webhook wurde abgeschaltet',
  greeting: 'Guten Tag {name},',
  off: 'wir senden keine Freigaben mehr an Ihren Webhook bei {host}.',
  gone: 'Er hat mit 410 Gone geantwortet, also nichts weiter haben wollen.',
  'nothing-but-failures': 'Seit fünf Tagen ist jeder Versuch, ihn zu erreichen, fehlgeschlagen.',
  next: 'Nichts ist verloren: Jede Freigabe, die nicht zugestellt wurde, ist aufbewahrt. Wenn Ihr Webhook wieder arbeitet, bitten Sie unseren Support, ihn einzuschalten; er kann dann alles Versäumte nachsenden.',
}
