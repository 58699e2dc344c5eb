import type { RouteIcon } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import { sortedByLabel } from './place-icons.ts'

/** All icons of routes. A new icon of the API is a compile error until it is listed. */
const all: Record<RouteIcon, true> = {
  hiking: true,
  walking: true,
  cycling: true,
  'mountain-biking': true,
  'e-bike': true,
  driving: true,
  'bus-tour': true,
  transfer: true,
  'ferry-route': true,
  canoeing: true,
  mountaineering: true,
  snowshoeing: true,
  'ski-touring': true,
  'cross-country-skiing': true,
  running: true,
  'nordic-walking': true,
  sledding: true,
  motorbike: true,
  segment: true,
}

export const routeIconText = (icon: RouteIcon, t: PortalTexts): string => t[`routeKind.${icon}`]

export const routeIconChoices = (t: PortalTexts, language: string) =>
  sortedByLabel(
    (Object.keys(all) as RouteIcon[]).map((value) => ({ value, label: routeIconText(value, t) })),
    language,
  )
