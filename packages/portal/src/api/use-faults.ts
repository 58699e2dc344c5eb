import { useErrorWords } from '../i18n/texts.tsx'
import { type Faults, faultsOf } from './faults.ts'

/** The faults of a refused call, in the person's language. */
export const useFaults = (error: unknown, shown: readonly string[]): Faults => faultsOf(error, shown, useErrorWords())
