import { readFileSync } from 'node:fs'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { readLocalSystem } from '../local-system.ts'

export interface Connection {
  /** Base URL of the admin listener, without a slash at its end. */
  url: string
  token: string
  /** Source of the URL, for people. */
  from: string
}

export interface ConnectionSources {
  url: string | undefined
  token: string | undefined
  env: Readonly<Record<string, string | undefined>>
  /** The local system's folder. It contains `local.json` while the system runs. */
  dataFolder: string
}

/**
 * Options take precedence over the environment, and the environment over the local system. The token of the local system is sent
 * to the local system only: a URL needs a token beside it. Throws a `CommandError` that says what is missing.
 */
export function findConnection({ url, token, env, dataFolder }: ConnectionSources): Connection {
  const address = url ?? env.GUIDEBOOK_ADMIN_URL
  if (address === undefined || address === '') return localConnection(dataFolder, token)
  const secret = token ?? env.GUIDEBOOK_ADMIN_TOKEN
  if (secret === undefined || secret === '') {
    throw unusable('the admin token is missing', 'Set GUIDEBOOK_ADMIN_TOKEN (or @/path of a file that holds it).')
  }
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw unusable(
      'the address of the admin listener is not an http or https address',
      'Correct GUIDEBOOK_ADMIN_URL or --admin-url.',
    )
  }
  const from = url === undefined ? 'GUIDEBOOK_ADMIN_URL' : '--admin-url'
  return { url: address.replace(/\/+$/, ''), token: readToken(secret), from }
}

function localConnection(dataFolder: string, token: string | undefined): Connection {
  const description = readLocalSystem(dataFolder)
  if (description === null) {
    throw unusable(
      'the address of the admin listener is missing, and no local system is running',
      'Set GUIDEBOOK_ADMIN_URL and GUIDEBOOK_ADMIN_TOKEN, or start a local system with "npm run up".',
    )
  }
  const { adminUrl, adminToken, path } = description
  return { url: adminUrl, token: token === undefined ? adminToken : readToken(token), from: path }
}

/** `@/path` reads the token from a file, as in the settings of the services. */
function readToken(token: string): string {
  if (!token.startsWith('@')) return token
  try {
    return readFileSync(token.slice(1), 'utf8').trim()
  } catch (error) {
    throw unusable(`the file of the admin token cannot be read: ${(error as Error).message}`)
  }
}

const unusable = (message: string, hint?: string) =>
  new CommandError(message, { code: 'no-connection', exitCode: exitCodes.usage, hint })
