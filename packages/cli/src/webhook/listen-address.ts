import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { readLocalSystem } from '../local-system.ts'
import { wholeNumber } from '../whole-number.ts'

/** Where deliveries are received. */
export interface ListenAddress {
  /** 0: any free port. */
  port: number
  /** PEM; null: plain HTTP. */
  tls: { cert: string; key: string } | null
}

export interface ListenAddressSources {
  port: string | undefined
  cert: string | undefined
  key: string | undefined
  /** Whether to use the address that the local system delivers to. */
  local: boolean
  dataFolder: string
  readText(file: string): Promise<string>
}

const defaultPort = 4433

/** Throws a `CommandError` for conflicting options. */
export async function findListenAddress({
  port,
  cert,
  key,
  local,
  dataFolder,
  readText,
}: ListenAddressSources): Promise<ListenAddress> {
  if (local && (port ?? cert ?? key) !== undefined) {
    throw unusable('--local has its own port, certificate and key', 'Omit --port, --cert and --key.')
  }
  if (local) return await localAddress(dataFolder, readText)
  if ((cert === undefined) !== (key === undefined)) {
    throw unusable('HTTPS needs both --cert and --key', 'Without either the receiver listens for plain HTTP.')
  }
  return {
    port: port === undefined ? defaultPort : wholeNumber('--port', port, { max: 65_535 }),
    tls: cert === undefined || key === undefined ? null : { cert: await readText(cert), key: await readText(key) },
  }
}

async function localAddress(dataFolder: string, readText: ListenAddressSources['readText']): Promise<ListenAddress> {
  const system = readLocalSystem(dataFolder)
  if (system === null) throw unusable('no local system is running', 'Start one with "npm start" or "npm run up".')
  const { port, certificate, key } = system.webhookReceiver
  return { port, tls: { cert: await readText(certificate), key: await readText(key) } }
}

const unusable = (message: string, hint: string) =>
  new CommandError(message, { code: 'no-place-to-listen', exitCode: exitCodes.usage, hint })
