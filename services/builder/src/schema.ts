import { packagedFolder } from '@guidebook/service-kit/packaged-folder'

export const schema = 'builder'

/** The folder of this service's migrations; the same in the source tree and in the bundle. */
export const migrations = packagedFolder('migrations', import.meta.url)
