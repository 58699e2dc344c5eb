import { fileURLToPath } from 'node:url'

const folder = process.env.SAMPLES_DIR ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))

/** Path of a public sample file, which is not part of the project; tests are skipped when it is missing. */
export const samples = (path: string): string => `${folder}/${path}`
