import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '../command-error.ts'
import type { ProcessContext } from '../process-context.ts'

export interface Connection {
  /** Base URL of the admin listener, without a slash at its end. */
  url: string
  token: string
  /** Source of the URL, for people. */
  from: string
}

export interface ConnectionSources extends Pick<ProcessContext, 'env' | 'dataFolder'> {
  url: string | undefined
  token: string | undefined
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
    const message = 'the address of the admin listener is not an http or https address'
    throw unusable(message, 'Correct GUIDEBOOK_ADMIN_URL or --admin-url.')
  }
  const from = url === undefined ? 'GUIDEBOOK_ADMIN_URL' : '--admin-url'
  return { url: address.replace(/\/+$/, ''), token: readToken(secret), from }
}

function localConnection(dataFolder: string, token: string | undefined): Connection {
  const system = readLocalSystem(dataFolder)
  if (system === null) {
    throw unusable(
      'the address of the admin listener is missing, and no local system is running',
      'Set GUIDEBOOK_ADMIN_URL and GUIDEBOOK_ADMIN_TOKEN, or start a local system with "npm run up".',
    )
  }
  const { adminUrl, adminToken, path } = system
  return { url: adminUrl, token: token === undefined ? adminToken : readToken(token), from: path }
}

/** Checked here because the error of `fetch` would show an invalid header value. */
function readToken(value: string): string {
  const token = (value.startsWith('@') ? readTokenFile(value.slice(1)) : value).trim()
  // The gateway's shared token may contain spaces.
  if (/^[ -~]+$/.test(token)) return token
  throw unusable('the admin token is invalid', 'It must be the token alone: one line of ASCII characters.')
}

/** `@/path` reads the token from a file, as in the settings of the services. */
function readTokenFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unusable(`the file of the admin token cannot be read: ${(error as Error).message}`)
  }
}

const unusable = (message: string, hint?: string) => new CommandError('usage', 'no-connection', message, { hint })

/** The fields of `local.json` that commands use; the file exists while the local system runs. */
interface LocalSystem {
  adminUrl: string
  adminToken: string
  /** The only port of this machine that it delivers to, and the paths of a certificate that it trusts there, and of its key. */
  webhookReceiver: { port: number; certificate: string; key: string }
}

/** Null when no local system runs. Throws a `CommandError` when the file cannot be read. */
export function readLocalSystem(dataFolder: string): (LocalSystem & { path: string }) | null {
  const path = join(dataFolder, 'local.json')
  try {
    return { ...(JSON.parse(readFileSync(path, 'utf8')) as LocalSystem), path }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new CommandError('usage', 'local-system-unreadable', `${path} cannot be read: ${(error as Error).message}`)
  }
}
