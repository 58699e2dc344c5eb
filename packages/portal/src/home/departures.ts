import type { ReleaseRecord } from '@guidebook/client'

type Trip = Pick<ReleaseRecord, 'arrivaldate' | 'startdate' | 'disabled'>

/** The day of departure: the arrival, or the first day of the period if there is none. */
const departureOf = ({ arrivaldate, startdate }: Trip): string => arrivaldate ?? startdate

/** Releases that depart within these days, by departure. */
export const departuresOn = <Release extends Trip>(releases: readonly Release[], from: string, to: string): Release[] =>
  releases
    .filter((release) => !release.disabled && departureOf(release) >= from && departureOf(release) <= to)
    .sort((one, other) => departureOf(one).localeCompare(departureOf(other)))
