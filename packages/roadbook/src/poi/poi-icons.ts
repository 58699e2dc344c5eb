import data from './poi-icons.json' with { type: 'json' }

/** Each group of POI icons has one colour on the maps and one label in the lists. */
export type PoiGroup = keyof typeof data.groups

const groups = new Map(
  Object.entries(data.groups).flatMap(([group, { icons }]) => icons.map((icon) => [icon, group as PoiGroup] as const)),
)

/** Unknown icons are sights, like `generic`. */
export const poiGroupOf = (icon: string): PoiGroup => groups.get(icon) ?? 'sight'

/** The contrast with a white number is at least 4.5:1. */
export const groupColor = (group: PoiGroup): string => data.groups[group].color

/** Icons of places that are named on maps, most important first. Others only have their number. */
export const namedIcons: readonly string[] = data.namedOnMaps

const byIcon = (names: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(names).flatMap(([name, icons]) => icons.map((icon) => [icon, name] as const)))

const symbols = byIcon(data.garminSymbols)
const coursePoints = byIcon(data.coursePoints)

/**
 * Garmin's symbol name, from the list of its devices and GPSBabel. Devices show a plain flag for an unknown name, so the oldest of several
 * names is used.
 */
export const garminSymbolOf = (icon: string): string => symbols.get(icon) ?? 'Flag, Blue'

/** The type of a course point, from the list of TCX; FIT has the same. */
export const coursePointTypeOf = (icon: string): CoursePointType =>
  (coursePoints.get(icon) as CoursePointType | undefined) ?? 'Generic'

export type CoursePointType = keyof typeof data.coursePoints | 'Generic'
