import type { Mail } from '@guidebook/service-kit'
import { html } from '../html/html.ts'
import { chooseLanguage, type InterfaceLanguage } from '../language/languages.ts'
import type { Release } from '../release/release.ts'
import { type BuildWarning, sentenceOf } from './build-warning.ts'

interface Words {
  subject(code: number): string
  opening(title: string, code: number): string
  published: string
  failed: string
}

const words: Record<InterfaceLanguage, Words> = {
  de: {
    subject: (code) => `Buchung ${code}: nicht alles konnte übernommen werden`,
    opening: (title, code) => `Beim Erstellen von „${title}“ für die Buchung ${code} ist Folgendes aufgefallen:`,
    published: 'Alles Übrige steht dem Gast zur Verfügung. Das Protokoll der Freigabe enthält dieselben Einträge.',
    failed:
      'Die Unterlagen konnten nicht erstellt werden. Das Protokoll der Freigabe nennt den Grund; danach lässt sich die Erstellung erneut starten.',
  },
  en: {
    subject: (code) => `Booking ${code}: not everything could be included`,
    opening: (title, code) => `While “${title}” was made for booking ${code}, this was noticed:`,
    published: 'Everything else is there for the guest. The audit log of the release holds the same entries.',
    failed:
      'The documents could not be made. The audit log of the release holds the reason; once it is mended, the build can be started again.',
  },
  fr: {
    subject: (code) => `Réservation ${code} : tout n’a pas pu être repris`,
    opening: (title, code) =>
      `Lors de la création de « ${title} » pour la réservation ${code}, voici ce qui a été constaté :`,
    published: 'Tout le reste est à la disposition du client. Le journal de la publication contient les mêmes entrées.',
    failed:
      'Les documents n’ont pas pu être créés. Le journal de la publication en donne la raison ; la création peut ensuite être relancée.',
  },
  it: {
    subject: (code) => `Prenotazione ${code}: non è stato possibile inserire tutto`,
    opening: (title, code) => `Durante la creazione di «${title}» per la prenotazione ${code} è emerso quanto segue:`,
    published: 'Tutto il resto è a disposizione dell’ospite. Il registro della pubblicazione contiene le stesse voci.',
    failed:
      'Non è stato possibile creare i documenti. Il registro della pubblicazione ne riporta il motivo; poi si può riavviare la creazione.',
  },
  es: {
    subject: (code) => `Reserva ${code}: no se pudo incluir todo`,
    opening: (title, code) => `Al crear «${title}» para la reserva ${code} se observó lo siguiente:`,
    published:
      'Todo lo demás está a disposición del cliente. El registro de la publicación contiene las mismas entradas.',
    failed:
      'No se pudieron crear los documentos. El registro de la publicación indica el motivo; después se puede iniciar de nuevo la creación.',
  },
  nl: {
    subject: (code) => `Boeking ${code}: niet alles kon worden opgenomen`,
    opening: (title, code) => `Bij het maken van ‘${title}’ voor boeking ${code} is het volgende opgevallen:`,
    published: 'Al het andere staat voor de gast klaar. Het logboek van de release bevat dezelfde regels.',
    failed:
      'De documenten konden niet worden gemaakt. Het logboek van de release noemt de reden; daarna kan het maken opnieuw worden gestart.',
  },
}

/** Tells what could not be done in the background; the entries are those of the audit log, in English. */
export function troublesMail(
  to: string,
  { title, downloadCode }: Pick<Release, 'title' | 'downloadCode'>,
  { troubles, outcome }: { troubles: readonly BuildWarning[]; outcome: 'published' | 'failed' },
  defaultLang: string,
): Mail {
  const lang = chooseLanguage(defaultLang)
  const { subject, opening, [outcome]: closing } = words[lang]
  const lines = troubles.map((trouble) => `${sentenceOf(trouble)} (${trouble.code})`)
  const start = opening(title, downloadCode)
  return {
    to,
    subject: subject(downloadCode),
    text: `${start}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n\n${closing}\n`,
    html: html`<!doctype html><html lang="${lang}"><body><p>${start}</p><ul>${lines.map(
      (line) => html`<li lang="en">${line}</li>`,
    )}</ul><p>${closing}</p></body></html>`.html,
    autoSubmitted: 'auto-generated',
  }
}
