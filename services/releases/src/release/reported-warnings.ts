import { isDeepStrictEqual } from 'node:util'
import type { BuildWarning } from '@guidebook/contracts'

/** The reported warnings after those before; once each, since every attempt of a build reports its warnings again. */
export const withReported = (before: readonly BuildWarning[], reported: readonly BuildWarning[]): BuildWarning[] => [
  ...before,
  ...reported.filter((warning) => !before.some((one) => isDeepStrictEqual(one, warning))),
]
