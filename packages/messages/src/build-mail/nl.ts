import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const nl: Texts<typeof en> = {
  subject: 'Boeking {code}: niet alles kon worden opgenomen',
  opening: 'Bij het maken van ‘{title}’ voor boeking {code} is het volgende opgevallen:',
  published: 'Al het andere staat voor de gast klaar. Het logboek van de release bevat dezelfde regels.',
  failed:
    'De documenten konden niet worden gemaakt. Het logboek van de release noemt de reden; daarna kan het maken opnieuw worden gestart.',
}
