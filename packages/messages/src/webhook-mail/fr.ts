import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const fr: Texts<typeof en> = {
  subject: 'Votre webhook a été désactivé',
  greeting: 'Bonjour {name},',
  off: 'nous n’envoyons plus de publications à votre webhook sur {host}.',
  gone: 'Il a répondu 410 Gone, c’est-à-dire qu’il ne veut plus rien recevoir.',
  'nothing-but-failures': 'Depuis cinq jours, toutes les tentatives de le joindre ont échoué.',
  next: 'Rien n’est perdu : chaque publication non remise est conservée. Quand votre webhook fonctionnera de nouveau, demandez à notre support de le réactiver ; il pourra alors envoyer tout ce qui a été manqué.',
}
