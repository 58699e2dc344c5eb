import { readFileSync } from 'node:fs'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { readLocalSystem } from '../local-system.ts'

export interface Connection {
  /** Base URL of the admin listener, without a slash at its end. */
  url: string
  token: string
  /** Where the URL was said, for people. */
  from: string
}

export interface ConnectionSources {
  url: string | undefined
  token: string | undefined
  env: Readonly<Record<string, string | undefined>>
  /** The local system's folder, with its `local.json` while it runs. */
  dataFolder: string
}

/**
 * Options win over the environment, the environment over the local system. The local system's token goes to the local system
 * only: whoever names a URL names the token, too. Throws a `Failure` that says what is missing.
 */
export function findConnection({ url, token, env, dataFolder }: ConnectionSources): Connection {
  const named = url ?? env.GUIDEBOOK_ADMIN_URL
  if (named === undefined || named === '') return localConnection(dataFolder, token)
  const secret = token ?? env.GUIDEBOOK_ADMIN_TOKEN
  if (secret === undefined || secret === '') {
    throw unusable('the admin token is missing', 'Set GUIDEBOOK_ADMIN_TOKEN (or @/path of a file that holds it).')
  }
  if (!URL.canParse(named) || !/^https?:$/.test(new URL(named).protocol)) {
    throw unusable('the address of the admin listener is not an http or https address', 'Mend GUIDEBOOK_ADMIN_URL.')
  }
  const from = url === undefined ? 'GUIDEBOOK_ADMIN_URL' : '--admin-url'
  return { url: named.replace(/\/+$/, ''), token: spoken(secret), from }
}

function localConnection(dataFolder: string, token: string | undefined): Connection {
  const description = readLocalSystem(dataFolder)
  if (description === null) {
    throw unusable(
      'it is not said where the admin listener is, and no local system runs',
      'Set GUIDEBOOK_ADMIN_URL and GUIDEBOOK_ADMIN_TOKEN, or start a local system with "npm run up".',
    )
  }
  const { adminUrl, adminToken, path } = description
  return { url: adminUrl, token: token === undefined ? adminToken : spoken(token), from: path }
}

/** `@/path` stands for what the file holds, as in the settings of the services. */
function spoken(token: string): string {
  if (!token.startsWith('@')) return token
  try {
    return readFileSync(token.slice(1), 'utf8').trim()
  } catch (error) {
    throw unusable(`the file of the admin token cannot be read: ${(error as Error).message}`)
  }
}

const unusable = (message: string, hint?: string) =>
  new Failure(message, { code: 'no-connection', exitCode: exitCodes.usage, hint })
