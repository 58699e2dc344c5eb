import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { readLocalSystem } from '../local-system.ts'
import { wholeNumber } from '../whole-number.ts'

/** Where deliveries are received on this machine. */
export interface Place {
  /** 0 takes a free one. */
  port: number
  /** PEM; null: plain HTTP. */
  tls: { cert: string; key: string } | null
}

export interface PlaceSources {
  port: string | undefined
  cert: string | undefined
  key: string | undefined
  /** There where the local system delivers to. */
  local: boolean
  dataFolder: string
  readText(file: string): Promise<string>
}

const usualPort = 4433

/** Throws a `Failure` that says what does not fit together. */
export async function findPlace({ port, cert, key, local, dataFolder, readText }: PlaceSources): Promise<Place> {
  if (local && (port ?? cert ?? key) !== undefined) {
    throw unusable('--local has its own port, certificate and key', 'Leave --port, --cert and --key out.')
  }
  if (local) return await localPlace(dataFolder, readText)
  if ((cert === undefined) !== (key === undefined)) {
    throw unusable('for HTTPS it takes both, --cert and --key', 'Without either it listens for plain HTTP.')
  }
  return {
    port: port === undefined ? usualPort : wholeNumber('--port', port, { max: 65_535 }),
    tls: cert === undefined || key === undefined ? null : { cert: await readText(cert), key: await readText(key) },
  }
}

async function localPlace(dataFolder: string, readText: PlaceSources['readText']): Promise<Place> {
  const system = readLocalSystem(dataFolder)
  if (system === null) throw unusable('no local system runs', 'Start one with "npm start" or "npm run up".')
  const { port, certificate, key } = system.webhookReceiver
  return { port, tls: { cert: await readText(certificate), key: await readText(key) } }
}

const unusable = (message: string, hint: string) =>
  new Failure(message, { code: 'no-place-to-listen', exitCode: exitCodes.usage, hint })
