import { readFileSync } from 'node:fs'
import { packagedFolder } from '@guidebook/service-kit/packaged-folder'
import type { PerService } from '../services/for-each-service.ts'

/** Name of the database in `roles.sql`. */
const database = 'guidebook'

const folder = packagedFolder('servers', import.meta.url, '../../servers')

interface Options {
  /** The server is only for this system, so the script also closes its database `postgres`; by default other programs may use it. */
  isOwnServer?: boolean
}

/** The script `roles.sql` with the passwords of the roles: the database, and a role with a private schema for each service. */
export function rolesScript(passwords: PerService<string>, { isOwnServer = false }: Options = {}): string {
  const files = ['roles.sql', ...(isOwnServer ? ['own-server.sql'] : [])]
  const template = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('')
  return Object.entries(passwords).reduce(
    // A function: `$` has a meaning in a replacement text.
    (script, [service, password]) => script.replaceAll(`:'${service}_password'`, () => literal(password)),
    template,
  )
}

/** A literal of SQL; the escape form, because a backslash has a meaning in it with every setting of the server. */
const literal = (text: string) => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** The URL of a service's own schema, at the server of the administrator. */
export function roleUrl(administratorUrl: string, service: string, password: string): string {
  const url = new URL(administratorUrl)
  url.username = service
  // The setter does not encode `%`.
  url.password = encodeURIComponent(password)
  url.pathname = `/${database}`
  return url.href
}
