import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const de: Texts<typeof en> = {
  subject: 'Buchung {code}: nicht alles konnte übernommen werden',
  opening: 'Beim Erstellen von „{title}“ für die Buchung {code} ist Folgendes aufgefallen:',
  published: 'Alles Übrige steht dem Gast zur Verfügung. Das Protokoll der Freigabe enthält dieselben Einträge.',
  failed:
    'Die Unterlagen konnten nicht erstellt werden. Das Protokoll der Freigabe nennt den Grund; danach lässt sich die Erstellung erneut starten.',
}
