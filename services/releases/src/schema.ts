import { packagedFolder } from '@guidebook/service-kit/packaged-folder'

export const schema = 'releases'

/** The folder of this service's migrations, both in the tree and in the bundle. */
export const migrations = packagedFolder('migrations', import.meta.url)
