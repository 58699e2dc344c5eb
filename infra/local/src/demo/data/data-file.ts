import { packagedFolder } from '@guidebook/service-kit/packaged-folder'

const folder = packagedFolder('data', import.meta.url)

/** The URL of a file of the demonstration. A bundle has the files in a folder beside its code. */
export const dataFile = (name: string): URL => new URL(name, folder)
