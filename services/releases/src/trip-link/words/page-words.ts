import type { InterfaceLanguage } from '../../language/languages.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'

/** Everything that the Trip Link page itself says. `{…}` is filled in. */
export interface PageWords {
  skipToContent: string
  language: string
  today: string
  stages: string
  generalInfo: string
  downloads: string
  roadbook: string
  pages: string
  gpxAll: string
  gpxStage: string
  gpxDevice: string
  app: string
  appCode: string
  distance: string
  ascent: string
  descent: string
  time: string
  accommodation: string
  places: string
  arrival: string
  departure: string
  call: string
  website: string
  bookingCode: string
  organisedBy: string
  version: string
  updateOnItsWay: string
  updateFailed: string
  preparedTitle: string
  preparedText: string
  failedTitle: string
  failedText: string
  earlyTitle: string
  earlyText: string
  endedTitle: string
  endedText: string
  withdrawnTitle: string
  withdrawnText: string
  unknownTitle: string
  unknownText: string
  noFileTitle: string
  noFileText: string
  noLanguageTitle: string
  noLanguageText: string
  notReadyTitle: string
  notReadyText: string
  backToTrip: string
  openMap: string
  offlineKeeping: string
  offlineKept: string
  offlineFailed: string
  offlineOffer: string
}

export const pageWords: Record<InterfaceLanguage, PageWords> = { de, en, es, fr, it, nl }

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
