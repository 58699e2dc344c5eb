import { packagedFolder } from '@guidebook/service-kit/packaged-folder'

/** The folder of the files for browsers, both in the tree and in the bundle; they are served as they are written. */
export const browserFiles = packagedFolder('browser', import.meta.url)
