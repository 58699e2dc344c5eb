import { packagedFolder } from '@guidebook/service-kit/packaged-folder'

export const schema = 'webhooks'

/** The folder of this service's migrations, in the tree and in the bundle alike. */
export const migrations = packagedFolder('migrations', import.meta.url)
