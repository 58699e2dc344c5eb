import { fileURLToPath } from 'node:url'

const folder = process.env.SAMPLES_DIR ?? fileURLToPath(new URL('../../../../shared/samples', import.meta.url))

/** Path of a public sample file that the project does not contain; tests that need one say so when it is missing. */
export const samples = (path: string): string => `${folder}/${path}`
