import type { RouteKind } from '@guidebook/route-geometry'
import type { PoiGroup } from '../poi/poi-group.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'

/** Every word of the book, the maps and the GPX files that does not come from the operator. `{…}` are filled in. */
export interface InterfaceTexts {
  stage: string
  contents: string
  overview: string
  generalInfo: string
  imprint: string
  /** `{page}`, `{pages}` */
  pageOf: string
  travelDates: string
  /** `{date}`; one of the two travel dates alone */
  from: string
  until: string
  bookingCode: string
  distance: string
  ascent: string
  descent: string
  time: string
  places: string
  accommodation: string
  arrival: string
  departure: string
  phone: string
  web: string
  start: string
  end: string
  /** `{title}` */
  mapOf: string
  profileOf: string
  elevation: string
  /** `{numbers}`: places that lie too far from the route to be drawn */
  offMap: string
  imageMissing: string
  testBook: string
  version: string
  asOf: string
  maps: string
  publishedBy: string
  organisedBy: string
  tripLink: string
  tripLinkHint: string
  disclaimer: string
  /** `{metres}`: how far the line of a device's file may lie from the full one */
  deviation: string
  routeKinds: Readonly<Record<RouteKind, string>>
  poiGroups: Readonly<Record<PoiGroup, string>>
}

const languages: Readonly<Record<string, InterfaceTexts>> = { de, en, es, fr, it, nl }

/** The texts of the language; English for a language that has none of its own. */
export const interfaceTexts = (lang: string): InterfaceTexts =>
  (Object.hasOwn(languages, lang) && languages[lang]) || en

/** Fills the `{…}` of a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
