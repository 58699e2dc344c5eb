import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const fr: Texts<typeof en> = {
  subject: 'Réservation {code} : tout n’a pas pu être repris',
  opening: 'Lors de la création de « {title} » pour la réservation {code}, voici ce qui a été constaté :',
  published: 'Tout le reste est à la disposition du client. Le journal de la publication contient les mêmes entrées.',
  failed:
    'Les documents n’ont pas pu être créés. Le journal de la publication en donne la raison ; la création peut ensuite être relancée.',
}
